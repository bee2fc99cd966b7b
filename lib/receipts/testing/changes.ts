/** For tests that change exports: repeatable randomness, and cells as spreadsheets see them. */

/** The same numbers for the same seed (mulberry32). */
export function randomOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { below: (count: number) => Math.floor(next() * count) };
}
export type Random = ReturnType<typeof randomOf>;

/** The cells of a line in a spreadsheet that splits at this separator: quotes matter only at the start of a cell. */
export function cellsAt(sign: string, line: string): string[] {
  const cells: string[] = [];
  let [cell, isQuoted] = ['', false];
  for (let at = 0; at < line.length; at++) {
    const one = line[at] ?? '';
    if (isQuoted && one === '"' && line[at + 1] === '"') cell += line[at++];
    else if (isQuoted && one === '"') isQuoted = false;
    else if (!isQuoted && cell === '' && one === '"') isQuoted = true;
    else if (!isQuoted && one === sign) [cell] = ['', cells.push(cell)];
    else cell += one;
  }
  return [...cells, cell];
}
