// Shared with the browser: types and pure functions only.
/** Which of some examples share the most telling words with a message. */

export const FEW = 3;

/** Said in requests of any kind. */
const COMMON = new Set(
  'the all any and for our are who what which how much is of to as in on a an my me us we i it show list give get please'.split(
    ' ',
  ),
);
const LONGEST = 400;
/** So many letters of a word tell it: "invoices" is "invoice", "deleting" is "delete". */
const STEM = 5;
const KINDS: Record<string, string> = { inv: 'invoice', d: 'draft invoice', so: 'order' };
const NUMBER = /\b(INV|SO|D)[-\s]?\d{3,6}\b/gi;

/** The stems of a text; a number counts as what it is the number of. */
function stemsOf(text: string): Set<string> {
  const named = text
    .slice(0, LONGEST)
    .toLowerCase()
    .replace(NUMBER, (_, kind: string) => ` ${KINDS[kind.toLowerCase()]} `);
  const words = named.match(/\p{L}+/gu) ?? [];
  return new Set(
    words.filter((word) => word.length > 1 && !COMMON.has(word)).map((word) => stem(word.replace(/s$/, ''))),
  );
}

const stem = (word: string) => word.slice(0, STEM);

/** At most `FEW`, the nearest first; those that share no word are not among them. */
export function nearest(message: string, examples: readonly string[]): string[] {
  const wanted = stemsOf(message);
  const all = examples.map((ask) => ({ ask, stems: stemsOf(ask) }));
  const howMany = (one: string) => all.filter(({ stems }) => stems.has(one)).length;
  // A word that few examples have says more.
  const weights = new Map([...wanted].map((one) => [one, 1 / Math.max(1, howMany(one))]));
  return all
    .map(({ ask, stems }) => ({
      ask,
      near: [...stems].reduce((sum, one) => sum + (weights.get(one) ?? 0), 0),
    }))
    .filter(({ near }) => near > 0)
    .sort((one, other) => other.near - one.near)
    .slice(0, FEW)
    .map(({ ask }) => ask);
}
