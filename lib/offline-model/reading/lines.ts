/** The lines to be invoiced: "3 site visits at 450, 2 x lens for €12.50 and travel at 80". */
import { findNumbers } from './amounts';

export interface Line {
  description: string;
  quantity: number;
  /** `450.00` */
  unitPrice: string;
}

const COUNT =
  /^(\d+(?:[.,]\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten)(?:\s*[x×]|\s+times)?\s+(?=\S)/i;
const PIECE = /^(.{1,200}?)\s*(?:\b(?:at|for|à)\b|@|=)\s*(.{1,40}?)(?:\s+(?:each|apiece|net|per \p{L}+))?$/iu;
const CUT =
  /[;\n]|,(?=\s)|\s+(?:and|plus)\s+(?=(?:\d|an?\s|one\s|two\s|three\s)|[^,;\d]{2,40}?\s(?:at|@)\s)/gi;

/** The lines; undefined if any part of the text is unclear. */
export function readLines(text: string): Line[] | undefined {
  const pieces = text.split(CUT).map((piece) => piece.replace(/^\s*(?:and|plus)\s+/i, '').trim());
  const lines = pieces.filter((piece) => piece !== '').map(readLine);
  const read = lines.filter((line) => line !== undefined);
  return read.length > 0 && read.length === lines.length ? read : undefined;
}

function readLine(piece: string): Line | undefined {
  const [, what = '', price = ''] = PIECE.exec(piece) ?? [];
  const [amount, ...others] = findNumbers(price);
  if (
    !amount ||
    others.length > 0 ||
    amount.percent ||
    price.slice(0, amount.start).trim() ||
    price.slice(amount.end).trim()
  )
    return undefined;
  const [counted = '', count = '1'] = COUNT.exec(what) ?? [];
  const quantity = /^an?$/i.test(count) ? 1 : findNumbers(count)[0]?.value;
  const description = what
    .slice(counted.length)
    .replace(/^["“”]|["“”]$/g, '')
    .trim();
  if (!quantity || !description) return undefined;
  return { description, quantity, unitPrice: amount.decimal };
}
