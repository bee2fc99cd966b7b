/** Resolves a `$ref`: within its own document, or not at all. Nothing is ever fetched. */
import { isNode } from './node';

/** No server means longer ones, and each is parsed. */
const MAX_REFERENCE = 500;

/**
 * The schema that a local reference points to; undefined for a remote one, an anchor, or a broken one.
 * @param document the schema that holds the reference
 */
export function referenced(document: unknown, reference: string): unknown {
  if (reference === '#') return document;
  if (!reference.startsWith('#/') || reference.length > MAX_REFERENCE) return undefined;
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((place, step) => {
      const name = nameOf(step);
      if (Array.isArray(place)) return place[Number(name)];
      return isNode(place) && Object.hasOwn(place, name) ? place[name] : undefined;
    }, document);
}

/** Decodes a step of a JSON pointer in a URI. */
function nameOf(step: string): string {
  const plain = step.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
