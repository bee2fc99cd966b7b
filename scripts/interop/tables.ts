/** The tables as Markdown, between their markers in docs/interop.md. Pure. */

/** @param rows the first is the head */
export function markdownTable(rows: string[][]): string {
  const [head = [], ...body] = rows;
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');
}

function line(cells: string[]): string {
  return `| ${cells.map(cell).join(' | ')} |`;
}

/** Foreign text must not end a cell, a table or a marker, nor become a link, an image or HTML. */
function cell(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replace(/[\\|`<>![\]*_]/g, (sign) => `\\${sign}`)
    .trim();
}

/**
 * Puts a text between `<!-- interop:NAME -->` and `<!-- end of interop:NAME -->`.
 * @throws if the markers are missing
 */
export function between(document: string, name: string, text: string): string {
  const [start, end] = [`<!-- interop:${name} -->`, `<!-- end of interop:${name} -->`];
  const [from, to] = [document.indexOf(start), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The markers of ${name} are missing.`);
  return `${document.slice(0, from + start.length)}\n${text}\n${document.slice(to)}`;
}
