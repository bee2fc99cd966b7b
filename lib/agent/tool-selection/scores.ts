/** Scores of all tools of a list while a message is compared with them; allocated once per list and reused. */

/** By position in the list; the first `count` entries of `touched` are the positions whose value is not zero. */
export interface Scores {
  values: Float64Array;
  touched: Int32Array;
  count: number;
}

/** Buffers for the scores of this many tools. */
export function scoresFor(tools: number): Scores {
  return { values: new Float64Array(tools), touched: new Int32Array(tools), count: 0 };
}

/** Resets all scores to zero. */
export function clearScores(scores: Scores): void {
  for (let at = 0; at < scores.count; at++) scores.values[scores.touched[at] ?? 0] = 0;
  scores.count = 0;
}

/** @param value greater than zero */
export function add(scores: Scores, tool: number, value: number): void {
  const before = scores.values[tool] ?? 0;
  if (before === 0) scores.touched[scores.count++] = tool;
  scores.values[tool] = before + value;
}

/** Raises a score to at least this. */
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

/** Positions of the `limit` best, best first; among equals, earlier in the list comes first. */
export function best(scores: Scores, limit: number): number[] {
  if (limit <= 0) return [];
  const { values, touched, count } = scores;
  const least = limit < count ? leastOfBest(scores, limit) : 0;
  const reaching: number[] = [];
  for (let at = 0; at < count; at++) {
    const tool = touched[at] as number;
    const value = values[tool] as number;
    if (value > 0 && value >= least) reaching.push(tool);
  }
  const order = (one: number, other: number) => (values[other] ?? 0) - (values[one] ?? 0) || one - other;
  return reaching.sort(order).slice(0, limit);
}

/** The value of the last of the best: the top of a heap of the best so far. */
function leastOfBest({ values, touched, count }: Scores, limit: number): number {
  const heap = new Float64Array(limit);
  for (let next = 0; next < count; next++) {
    const value = values[touched[next] as number] as number;
    if (value <= (heap[0] as number)) continue;
    let at = 0;
    for (let child = 1; child < limit; child = 2 * at + 1) {
      if (child + 1 < limit && (heap[child + 1] as number) < (heap[child] as number)) child++;
      if ((heap[child] as number) >= value) break;
      heap[at] = heap[child] as number;
      at = child;
    }
    heap[at] = value;
  }
  return heap[0] as number;
}
