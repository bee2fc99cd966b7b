/**
 * Notes on the cells and rows of an answer's table before it is rendered: the column's heading and position, its kind
 * (amounts, figures, references, days), and which rows are totals.
 */
import { property, type TreeNode, textOf } from './markdown-node';
import { kindOf } from './table/cell-values';

const TOTAL = /^(?:grand )?(?:total|sum|summe|gesamt)\b/i;

/** Gives every cell its heading, its column's kind, and its position where rows are stacked. */
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
  // One row of totals per currency is usual: all those at the end of the table count.
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
