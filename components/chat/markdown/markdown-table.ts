/**
 * What is noted on the cells and rows of an answer's table before it is drawn: the column's heading and place,
 * what it holds (amounts, figures, references, days), and which rows sum up the others.
 */
import { property, type TreeNode, textOf } from './markdown-node';
import { kindOf } from './table/cell-values';

const TOTAL = /^(?:grand )?(?:total|sum|summe|gesamt)\b/i;

/** Tells every cell its heading, what its column holds, and its place where rows are stacked. */
export function describeTable(table: TreeNode): void {
  const [head, ...rows] = descendants(table, 'tr');
  if (!head) return;
  const headings = cellsOf(head);
  const textAt = (row: TreeNode, place: number) => {
    const cell = cellsOf(row)[place];
    return cell ? textOf(cell).trim() : '';
  };
  const columns = headings.map((heading, place) => ({
    dataLabel: textOf(heading).trim(),
    dataColumn: place,
    ...looksOf(
      rows.map((row) => textAt(row, place)),
      property(heading, 'align') === 'right',
    ),
    dataPlace: place === 0 ? 'first' : place === headings.length - 1 ? 'last' : 'below',
  }));
  for (const row of [head, ...rows]) {
    cellsOf(row).forEach((cell, place) => {
      cell.properties = { ...columns[place] };
    });
  }
  // One line of sums for each currency is usual: all that end the table are meant.
  const lastOther = rows.findLastIndex((row) => !TOTAL.test(textAt(row, 0)));
  if (lastOther < 0) return;
  for (const row of rows.slice(lastOther + 1)) row.properties = { dataTotal: true };
}

function looksOf(texts: string[], isRight: boolean) {
  const kind = kindOf(texts);
  const dataFigure = kind === 'money' || kind === 'figure' || isRight;
  const dataExact = kind === 'money' || kind === 'reference';
  return { dataKind: kind, dataFigure, dataExact, dataWhole: dataFigure || dataExact || kind === 'date' };
}

function cellsOf(row: TreeNode): TreeNode[] {
  return (row.children ?? []).filter(({ tagName }) => tagName === 'td' || tagName === 'th');
}

function descendants(node: TreeNode, tagName: string): TreeNode[] {
  const inside = (node.children ?? []).flatMap((child) => descendants(child, tagName));
  return node.tagName === tagName ? [node, ...inside] : inside;
}
