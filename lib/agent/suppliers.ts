/** Which calls of a run took arguments from the results of others. Pure. */

interface UsedCall {
  /** By the name the model knows. */
  tool: string;
  /** Arguments and result as in the ledger: canonical JSON, and what the page shows. */
  input: string;
  result: unknown;
}

/**
 * How many ids in a call's arguments are looked for, and in how many characters of each result; more would add nothing.
 */
const MOST = { ids: 50, characters: 25_000 };

const DAY = /^\d{4}-\d{2}-\d{2}/;

/** Each called tool, with those whose earlier results contain an id from its arguments. */
export function suppliersOf(calls: readonly UsedCall[]): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  const results: { tool: string; text: string }[] = [];
  for (const { tool, input, result } of calls) {
    const ids = idsIn(JSON.parse(input)).slice(0, MOST.ids);
    const suppliers = found.get(tool) ?? new Set<string>();
    found.set(tool, suppliers);
    for (const one of results) {
      if (one.tool !== tool && ids.some((id) => one.text.includes(id))) suppliers.add(one.tool);
    }
    results.push({ tool, text: (JSON.stringify(result) ?? '').slice(0, MOST.characters) });
  }
  return new Map([...found].map(([tool, suppliers]) => [tool, [...suppliers]]));
}

/** Texts that look like an id: long enough, with a digit, without a space, and not a date. */
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') {
    const isId = value.length >= 4 && /\d/.test(value) && !/\s/.test(value) && !DAY.test(value);
    // As it appears in JSON.
    return isId ? [JSON.stringify(value).slice(1, -1)] : [];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : [];
}
