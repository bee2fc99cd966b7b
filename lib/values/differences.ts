// Shared with the browser: types and pure functions only.
/** How a record changed, field by field. */

export interface ReadLine {
  label: string;
  value: string;
  amount?: string | undefined;
}

/** One field that changed; null: it was not there before, or is not there any more. */
export interface Difference {
  label: string;
  /** Which record the field belongs to, where there may be several. */
  of?: string;
  before: string | null;
  after: string | null;
}

/**
 * Fields are matched by their labels; among several with one label, equal values are matched in any order.
 * @returns the fields that differ, and how many are the same
 */
export function differencesOf(
  before: readonly ReadLine[],
  after: readonly ReadLine[],
): { differences: Difference[]; same: number } {
  const [was, is] = [byLabel(before), byLabel(after)];
  const differences: Difference[] = [];
  let same = 0;
  for (const label of new Set([...was.keys(), ...is.keys()])) {
    const [gone, come, kept] = split(was.get(label) ?? [], is.get(label) ?? []);
    same += kept;
    for (let at = 0; at < Math.max(gone.length, come.length); at++)
      differences.push({ label, before: gone[at] ?? null, after: come[at] ?? null });
  }
  return { differences, same };
}

/** A line without a label continues the one above it. */
function byLabel(lines: readonly ReadLine[]): Map<string, string[]> {
  const all = new Map<string, string[]>();
  let name = '';
  for (const { label, value, amount } of lines) {
    name = label === '' ? name : label;
    const words = amount === undefined ? value : `${value} ${amount}`.trim();
    all.set(name, [...(all.get(name) ?? []), words]);
  }
  return all;
}

function split(before: readonly string[], after: readonly string[]): [string[], string[], number] {
  const come = [...after];
  const gone = before.filter((value) => {
    const at = come.indexOf(value);
    if (at >= 0) come.splice(at, 1);
    return at < 0;
  });
  return [gone, come, before.length - gone.length];
}
