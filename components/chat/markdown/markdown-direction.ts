/** Amounts within right-to-left text: without isolation the currency changes sides, and the decimal point its place. */
import type { TreeNode } from './markdown-node';

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** "1,350.00 EUR", "EUR 1,350.00", "INV-2939", "2026-11-30": read from left to right as a whole. */
const FIGURE = '[-−+]?\\d(?:[\\d.,]*\\d)?';
const WHOLE = new RegExp(
  `((?:\\b[A-Z]{3}\\s|[€$£]\\s?)${FIGURE}|${FIGURE}\\s?(?:[A-Z]{3}\\b|[€$£%])|\\b[A-Z]{1,5}-\\d[\\w-]*|\\b\\d{4}-\\d{2}-\\d{2}\\b)`,
);

const text = (value: string): TreeNode => ({ type: 'text', value });

/** The text in pieces, each amount isolated; unchanged if nothing is right-to-left. */
export function isolatedAmounts(value: string): TreeNode[] {
  if (!RIGHT_TO_LEFT.test(value)) return [text(value)];
  return value.split(WHOLE).flatMap((piece, place): TreeNode[] => {
    if (piece === '') return [];
    if (place % 2 === 0) return [text(piece)];
    return [{ type: 'element', tagName: 'bdi', properties: {}, children: [text(piece)] }];
  });
}
