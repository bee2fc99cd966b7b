/**
 * Goes over the tree of an answer before it is drawn: images become words, what may not be a link becomes
 * text, table cells learn their column's heading and kind, and no attribute survives that is not named here.
 */
import { imageWords, shownLink } from './markdown-links';

/** The part of a hast tree that is used here. */
export interface TreeNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: TreeNode[];
}

/** Elements an answer may consist of; anything else gives way to what is inside it. */
export const ELEMENTS = [
  'a',
  'blockquote',
  'br',
  'code',
  'del',
  'em',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'li',
  'ol',
  'p',
  'pre',
  'span',
  'strong',
  'sup',
  'table',
  'tbody',
  'td',
  'th',
  'thead',
  'tr',
  'ul',
];

/** A rehype plugin. */
export function safeTree() {
  return (tree: TreeNode): void => {
    rewrite(tree);
  };
}

function rewrite(node: TreeNode): void {
  if (!node.children) return;
  node.children = node.children.flatMap(replacement);
  for (const child of node.children) {
    rewrite(child);
    if (child.type === 'element') child.properties = keptProperties(child);
  }
}

/** What stands in a node's place: usually itself. */
function replacement(node: TreeNode): TreeNode[] {
  switch (node.tagName) {
    case undefined:
      return node.type === 'text' || node.type === 'element' ? [node] : [text(node.value ?? '')];
    case 'img':
      return [text(imageWords(property(node, 'src'), property(node, 'alt')))];
    case 'input':
      return [text(node.properties?.checked === true ? '☑ ' : '☐ ')];
    case 'a':
      // The way back from a footnote leads nowhere here: nothing keeps an id.
      return node.properties?.dataFootnoteBackref === undefined ? linkOrText(node) : [];
    case 'table':
      describeTable(node);
      return [node];
    default:
      return [node];
  }
}

function linkOrText(node: TreeNode): TreeNode[] {
  const label = textOf(node);
  const link = shownLink(property(node, 'href'), label);
  if (!link) return node.children ?? [];
  node.properties = { href: link.href };
  if (link.deceptive) node.children = [text(link.note ?? link.href)];
  return link.note === null || link.deceptive ? [node] : [node, text(` (${link.note})`)];
}

const text = (value: string): TreeNode => ({ type: 'text', value });

function property(node: TreeNode, name: string): string {
  const value = node.properties?.[name];
  return typeof value === 'string' ? value : '';
}

/** All text inside a node. */
export function textOf(node: TreeNode): string {
  if (node.tagName === 'img') return imageWords(property(node, 'src'), property(node, 'alt'));
  return node.value ?? (node.children ?? []).map(textOf).join('');
}

function keptProperties({ tagName, properties = {} }: TreeNode): Record<string, unknown> {
  const { href, start, dataLabel, dataFigure, dataExact, dataPlace, dataTotal } = properties;
  switch (tagName) {
    case 'a':
      return { href };
    case 'ol':
      return typeof start === 'number' ? { start } : {};
    case 'tr':
      return { dataTotal };
    case 'th':
    case 'td':
      return { dataLabel, dataFigure, dataExact, dataPlace };
    default:
      return {};
  }
}

const MONEY = /^[-−+]?(?:[€$£]\s?)?\d{1,3}(?:[,\s]?\d{3})*[.,]\d{2}(?:\s?(?:[A-Z]{3}|[€$£]))?$/;
const FIGURE = /^[-−+]?\d[\d,.]*(?:\s?(?:%|[a-z]{1,7}))?$/;
const REFERENCE = /^(?=.*\d)[A-Za-z]+[-_][\w-]+$/;

/** Tells every cell its heading, whether its column holds figures or references, and its place on phones. */
function describeTable(table: TreeNode): void {
  const [head, ...rows] = descendants(table, 'tr');
  if (!head) return;
  const headings = cellsOf(head);
  const columns = headings.map((heading, place) => {
    const values = rows.map((row) => textOf(cellsOf(row)[place] ?? text('')).trim()).filter(Boolean);
    const every = (pattern: RegExp) => values.length > 0 && values.every((value) => pattern.test(value));
    const money = every(MONEY);
    const figure = money || every(FIGURE) || property(heading, 'align') === 'right';
    const dataPlace = place === 0 ? 'first' : place === headings.length - 1 ? 'last' : 'below';
    const dataExact = money || every(REFERENCE);
    return { dataLabel: textOf(heading).trim(), dataFigure: figure, dataExact, dataPlace };
  });
  for (const row of [head, ...rows]) {
    cellsOf(row).forEach((cell, place) => {
      cell.properties = { ...columns[place] };
    });
  }
  const last = rows.at(-1);
  const sums = /^(grand )?(total|sum)\b/i.test(textOf(cellsOf(last ?? head)[0] ?? text('')).trim());
  if (last && sums) last.properties = { dataTotal: true };
}

function cellsOf(row: TreeNode): TreeNode[] {
  return (row.children ?? []).filter(({ tagName }) => tagName === 'td' || tagName === 'th');
}

function descendants(node: TreeNode, tagName: string): TreeNode[] {
  const inside = (node.children ?? []).flatMap((child) => descendants(child, tagName));
  return node.tagName === tagName ? [node, ...inside] : inside;
}
