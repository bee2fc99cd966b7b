/** Texts and values of people's records with secrets masked, for whoever reads them later or elsewhere. Pure. */
import { isSecretMember } from '@/lib/values/secret-names';
import { knownSecretSpans, masked } from './secrets';

/** Replaces a secret. */
export const MASK = '[secret]';

const DEEPEST = 40;

/** The text with known secrets masked. */
export function maskedText(text: string): string {
  return masked(text, knownSecretSpans(text), () => MASK);
}

/** A JSON value with its secrets masked: those whose names say so, as on the page, and those recognisable in a text. */
export function maskedValue(value: unknown, isSecret = false, depth = 0): unknown {
  if (typeof value === 'string') return isSecret && value !== '' ? MASK : maskedText(value);
  if (typeof value === 'number') return isSecret ? MASK : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return maskedText(JSON.stringify(value));
  if (Array.isArray(value)) return value.map((one) => maskedValue(one, isSecret, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, maskedValue(one, isSecretMember(key, value), depth + 1)]),
  );
}
