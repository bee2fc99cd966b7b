/** Figures in columns. */

/** Columns as wide as their widest cell: the first left-aligned, figures right-aligned. */
export function table(rows: string[][]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  }
  const isFigure = (cell: string) => /^[\d-]/.test(cell);
  const pad = (cell: string, index: number, isHead: boolean) => {
    const width = widths[index] ?? 0;
    return index > 0 && (isHead || isFigure(cell)) ? cell.padStart(width) : cell.padEnd(width);
  };
  return rows
    .map((row, line) => `  ${row.map((cell, index) => pad(cell, index, line === 0)).join('  ')}`.trimEnd())
    .join('\n');
}
