/**
 * What is noted on the cells and rows of an answer's table before it is drawn: the column's heading and place,
 * whether it holds figures, references or dates, and which rows sum up the others.
 */
import { property, type TreeNode, textOf } from './markdown-node';

const MONEY = /^[-−+]?(?:[€$£]\s?)?\d{1,3}(?:[,\s]?\d{3})*[.,]\d{2}(?:\s?(?:[A-Z]{3}|[€$£]))?$/;
const FIGURE = /^[-−+]?\d[\d,.]*(?:\s?(?:%|[a-z]{1,7}))?$/;
const REFERENCE = /^(?=.*\d)[A-Za-z]+[-_][\w-]+$/;
/** "30 Nov 2026", "2026-11-30", "14 September, 14:02 UTC", "Nov 3": numerals and names of months only. */
const DATE =
  /^(?=.*\d)(?:(?:\d{1,4}(?:st|nd|rd|th)?|\d{1,2}:\d{2}|UTC|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*)(?:[\s,./-]+|$))+$/;
/** What stands where there is no value says nothing about the kind of the others. */
const BLANK = /^(?:[-–—]|n\/a)?$/i;
const TOTAL = /^(?:grand )?(?:total|sum)\b/i;

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
    ...kindOf(
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

function kindOf(texts: string[], isRight: boolean) {
  const values = texts.filter((text) => !BLANK.test(text));
  const every = (pattern: RegExp) => values.length > 0 && values.every((value) => pattern.test(value));
  const money = every(MONEY);
  const dataFigure = money || every(FIGURE) || isRight;
  const dataExact = money || every(REFERENCE);
  return { dataFigure, dataExact, dataWhole: dataFigure || dataExact || every(DATE) };
}

function cellsOf(row: TreeNode): TreeNode[] {
  return (row.children ?? []).filter(({ tagName }) => tagName === 'td' || tagName === 'th');
}

function descendants(node: TreeNode, tagName: string): TreeNode[] {
  const inside = (node.children ?? []).flatMap((child) => descendants(child, tagName));
  return node.tagName === tagName ? [node, ...inside] : inside;
}
