/** Scores of all tools of a list while a message is compared with them; made once a list and used again. */

/** By position in the list; the first `count` of `touched` tell the positions whose value is not zero. */
export interface Scores {
  values: Float64Array;
  touched: Int32Array;
  count: number;
}

/** Room for the scores of so many tools. */
export function scoresFor(tools: number): Scores {
  return { values: new Float64Array(tools), touched: new Int32Array(tools), count: 0 };
}

/** Makes all scores zero again. */
export function clearScores(scores: Scores): void {
  for (let at = 0; at < scores.count; at++) scores.values[scores.touched[at] ?? 0] = 0;
  scores.count = 0;
}

/** @param value more than zero */
export function add(scores: Scores, tool: number, value: number): void {
  const before = scores.values[tool] ?? 0;
  if (before === 0) scores.touched[scores.count++] = tool;
  scores.values[tool] = before + value;
}

/** Makes a score at least this much. */
export function raise(scores: Scores, tool: number, value: number): void {
  const before = scores.values[tool] ?? 0;
  if (value <= before) return;
  if (before === 0) scores.touched[scores.count++] = tool;
  scores.values[tool] = value;
}

/** The highest score. */
export function highest({ values, touched, count }: Scores): number {
  let most = 0;
  for (let at = 0; at < count; at++) most = Math.max(most, values[touched[at] ?? 0] ?? 0);
  return most;
}

/** Positions of the `limit` best, best first; of equal ones the earlier in the list. */
export function best({ values, touched, count }: Scores, limit: number): number[] {
  const value = (tool: number) => values[tool] ?? 0;
  const better = (one: number, other: number) => value(other) - value(one) || one - other;
  if (limit >= count) return [...touched.subarray(0, count)].filter((tool) => value(tool) > 0).sort(better);
  const top: number[] = [];
  for (let at = 0; at < count; at++) {
    const tool = touched[at] ?? 0;
    if (value(tool) <= 0) continue;
    const last = top[top.length - 1];
    if (top.length >= limit && last !== undefined && better(last, tool) <= 0) continue;
    insert(top, tool, better);
    if (top.length > limit) top.pop();
  }
  return top;
}

function insert(sorted: number[], item: number, better: (one: number, other: number) => number): void {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (better(sorted[middle] ?? 0, item) <= 0) from = middle + 1;
    else to = middle;
  }
  sorted.splice(from, 0, item);
}
