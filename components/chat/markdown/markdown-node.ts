/** The nodes of an answer's tree while it is being processed, and what can be read from one. */

/** The part of a hast tree used here. */
export interface TreeNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: TreeNode[];
}

/** A text property; empty if it is absent. */
export function property(node: TreeNode, name: string): string {
  const value = node.properties?.[name];
  return typeof value === 'string' ? value : '';
}

/** All text inside a node. */
export function textOf(node: TreeNode): string {
  if (node.tagName === 'img') return imageWords(property(node, 'src'), property(node, 'alt'));
  return node.value ?? (node.children ?? []).map(textOf).join('');
}

/** Replaces an image: nothing is ever fetched. */
export function imageWords(src: string, alt: string): string {
  const host = URL.canParse(src) ? new URL(src).host : '';
  const words = ['image', alt.trim() === '' ? null : `: ${alt.trim()}`, host === '' ? null : `, ${host}`];
  return `[${words.filter((word) => word !== null).join('')}]`;
}
