/**
 * What a server says about the sign-in it wants: the header `WWW-Authenticate` of its refusal (RFC 9110, 6750, 9728).
 */

export interface Challenge {
  /** The URL of its metadata; unverified. */
  resourceMetadata?: string;
  /** The scopes that it requires for this. */
  scopes?: readonly string[];
  /** Such as `invalid_token` or `insufficient_scope`. */
  error?: string;
}

const MAX_HEADER = 8_000;
const MAX_SCOPES = 50;
const MAX_SCOPE = 200;
/** A scheme, or one `name=value` with the value as a word or in quotes. */
const PIECE = /([!#$%&'*+.^_`|~\w-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+)))?/g;

/** The first challenge of the scheme Bearer; nothing if there is none. */
export function challengeIn(header: string | null): Challenge | undefined {
  if (header === null || header.length > MAX_HEADER) return undefined;
  let found: Map<string, string> | undefined;
  for (const [, name = '', inQuotes, word] of header.matchAll(PIECE)) {
    const value = inQuotes?.replace(/\\(.)/g, '$1') ?? word;
    if (value === undefined) {
      // Another scheme begins.
      if (found) break;
      if (name.toLowerCase() === 'bearer') found = new Map();
    } else if (found && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), value);
  }
  if (!found) return undefined;
  const scopes = scopesIn(found.get('scope'));
  const resourceMetadata = found.get('resource_metadata');
  const error = found.get('error');
  return {
    ...(resourceMetadata !== undefined && { resourceMetadata }),
    ...(scopes.length > 0 && { scopes }),
    ...(error !== undefined && { error }),
  };
}

/** The scopes in a space-separated text, without duplicates, and only with characters that RFC 6749 allows. */
export function scopesIn(text: unknown): string[] {
  return typeof text === 'string' ? onlyScopes(text.split(' ')) : [];
}

/** From an untrusted list, only valid scopes. */
export function onlyScopes(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  const fine = list.filter(
    (one): one is string =>
      typeof one === 'string' && one.length <= MAX_SCOPE && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(one),
  );
  return [...new Set(fine)].slice(0, MAX_SCOPES);
}
