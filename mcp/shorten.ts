/** Shrinks a value field by field; every cut says how much is missing. Pure. */

interface Caps {
  /** Characters of a text at most. */
  text: number;
  /** Items of a list at most. */
  items: number;
}

/** From a barely noticeable cut to a bare outline; the first one that is small enough is used. Texts are cut before lists. */
const STEPS: Caps[] = [
  ...[20_000, 16_000, 12_000, 8_000, 4_000, 2_000, 1_000, 500, 200].map((text) => ({
    text,
    items: Number.POSITIVE_INFINITY,
  })),
  ...[200, 100, 50, 20, 10, 5, 2, 1].map((items) => ({ text: 200, items })),
  { text: 50, items: 1 },
];

/** Room for the words that say how much was cut; a text that is longer than its cap by less than this stays whole. */
const MARK_LENGTH = 40;

export interface Shortened<Value> {
  value: Value;
  /** Lists that lost items, such as "lines: 950 of 1000 left out". Texts carry their own mark. */
  leftOut: string[];
}

/**
 * The least shortened form of a value that fits, or undefined when even the outline does not.
 * @param fits whether a candidate is small enough, given the lists that lost items
 */
export function shortenToFit<Value>(
  value: Value,
  fits: (candidate: Shortened<Value>) => boolean,
): Shortened<Value> | undefined {
  for (const caps of STEPS) {
    const leftOut: string[] = [];
    const candidate = { value: shorten(value, caps, '', leftOut) as Value, leftOut };
    if (fits(candidate)) return candidate;
  }
  return undefined;
}

function shorten(value: unknown, caps: Caps, path: string, leftOut: string[]): unknown {
  if (typeof value === 'string') return shortenText(value, caps.text);
  if (Array.isArray(value)) {
    const kept = value.slice(0, caps.items).map((item) => shorten(item, caps, `${path}[]`, leftOut));
    const missing = value.length - kept.length;
    if (missing > 0) leftOut.push(`${path || 'items'}: ${missing} of ${value.length} left out`);
    return kept;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      shorten(field, caps, path ? `${path}.${key}` : key, leftOut),
    ]),
  );
}

/** The beginning of a text and the number of characters that were cut; never half of a surrogate pair. */
export function shortenText(text: string, cap: number): string {
  if (text.length <= cap + MARK_LENGTH) return text;
  const endsInPair = /[\uD800-\uDBFF]/.test(text.charAt(cap - 1));
  const kept = text.slice(0, endsInPair ? cap - 1 : cap);
  return `${kept}… [${text.length - kept.length} more characters]`;
}
