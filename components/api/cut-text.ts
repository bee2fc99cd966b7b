/** Repairs the text of an answer that was cut off inside Markdown. Pure. */

export interface CutText {
  /** Without an unfinished table row, and without a table that has no row yet. */
  text: string;
  /** It ends in a table: more rows may have been cut off. */
  endsInTable: boolean;
}

export function cutText(text: string): CutText {
  const lines = text.trimEnd().split('\n');
  const before = lines.findLastIndex((line) => !isRow(line));
  const table = lines.slice(before + 1);
  const [head = ''] = table;
  if (table.length === 0) return { text, endsInTable: false };
  const whole = isWhole(table.at(-1) ?? '', head) ? table : table.slice(0, -1);
  // A heading, the line below it, and a row.
  const kept = whole.length > 2 ? whole : [];
  return { text: [...lines.slice(0, before + 1), ...kept].join('\n'), endsInTable: true };
}

const isRow = (line: string) => /^ {0,3}\|/.test(line);

/** As many cells as the heading has, the last one closed. */
function isWhole(row: string, head: string): boolean {
  const bars = (line: string) => line.match(/(?<!\\)\|/g)?.length ?? 0;
  return /(?<!\\)\|\s*$/.test(row) && bars(row) >= bars(head);
}
