/**
 * Processes the tree of an answer before it is rendered: images become words, disallowed links become text, table cells
 * get their column's heading and kind, and only attributes named here survive.
 */
import { shownLink } from '@/components/tool-call/result/shown-link';
import { isolatedAmounts } from './markdown-direction';
import { imageWords, property, type TreeNode, textOf } from './markdown-node';
import { describeTable } from './markdown-table';

/** Elements allowed in an answer; any other is replaced by its contents. */
export const ELEMENTS = [
  'a',
  'bdi',
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

/** What replaces a node: usually itself. */
function replacement(node: TreeNode): TreeNode[] {
  switch (node.tagName) {
    case undefined:
      return node.type === 'text'
        ? isolatedAmounts(node.value ?? '')
        : [node.type === 'element' ? node : text(node.value ?? '')];
    case 'img':
      return [text(imageWords(property(node, 'src'), property(node, 'alt')))];
    case 'input':
      return [text(node.properties?.checked === true ? '☑ ' : '☐ ')];
    case 'a':
      // The back link of a footnote leads nowhere here, since no ids are kept.
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

/** The language of a code block, and whether it is a formula: both are in its class, which is dropped. */
function codeFacts({ className }: Record<string, unknown>): Record<string, unknown> {
  const names = Array.isArray(className) ? className.map(String) : [];
  const [, language] = names.map((name) => /^language-([\w+#.-]{1,30})$/.exec(name)).find(Boolean) ?? [];
  const isMath = names.some((name) => name === 'math-inline' || name === 'math-display');
  return { ...(language && { dataLanguage: language }), ...(isMath && { dataMath: 'yes' }) };
}

function keptProperties({ tagName, properties = {} }: TreeNode): Record<string, unknown> {
  const {
    href,
    start,
    dataLabel,
    dataFigure,
    dataExact,
    dataWhole,
    dataPlace,
    dataTotal,
    dataColumn,
    dataKind,
  } = properties;
  switch (tagName) {
    case 'a':
      return { href };
    case 'ol':
      return typeof start === 'number' ? { start } : {};
    case 'code':
      return codeFacts(properties);
    case 'tr':
      return { dataTotal };
    case 'th':
    case 'td':
      return { dataLabel, dataFigure, dataExact, dataWhole, dataPlace, dataColumn, dataKind };
    default:
      return {};
  }
}
