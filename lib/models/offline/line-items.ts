/**
 * Lists of things in a text: "3 site visits at 450, 2 x lens for €12.50 and one frame at 80" becomes one item
 * each, in the fields that the schema's items have for a text, a count and a price.
 */
import { findNumbers } from './amounts';
import type { Param } from './params';
import { type Stretch, unwrapped } from './tokens';

export interface Items extends Stretch {
  values: Record<string, unknown>[];
}

interface Fields {
  text: Param;
  count?: Param;
  price: Param;
}

const LONGEST = 2000;
const MOST = 50;
const PIECE = /^\s*(?:(?:and|plus)\s+)?(.+?)\s*(?:\b(?:at|for|à)\b|@|:|=)\s*(?:a price of\s*)?(.+?)\s*$/i;
const COUNT =
  /^(\d+(?:[.,]\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?:\s*[x×]|\s+(?:times|pcs?\.?|pieces?(?: of)?))?\s+(?=\S)/i;
const AFTER_PRICE =
  /^(?:\s*(?:each|apiece|a piece|per \w+|a day|an hour|\/\s?\w+|net))?(?=[.!]?$|\s+(?:due|payable|plus|with|within|by|in|on|until|to be)\b)/i;

/** Whether a list's items have a text and a price, so that such a text can fill them. */
export function takesItems(list: Param): boolean {
  return fieldsOf(list) !== undefined;
}

/** The items named in the text, or nothing when not even one is. */
export function findItems(text: string, list: Param): Items | undefined {
  const fields = fieldsOf(list);
  if (!fields) return undefined;
  const colon = text.indexOf(':');
  const from = colon >= 0 ? colon + 1 : firstItem(text);
  if (from < 0) return undefined;
  const stretch = text.slice(from, from + LONGEST);
  let end = from;
  const values: Record<string, unknown>[] = [];
  for (const piece of pieces(stretch).slice(0, MOST)) {
    const value = readItem(piece.text, fields);
    if (value) {
      values.push(value.fields);
      end = from + piece.end - piece.text.length + value.length;
    } else if (values.length > 0) break;
  }
  return values.length > 0 ? { start: from, end, values } : undefined;
}

function fieldsOf(list: Param): Fields | undefined {
  const fields = list.items?.kind === 'group' ? list.items.fields : [];
  const text =
    fields.find((field) => field.kind === 'text' && field.required) ??
    fields.find((field) => field.kind === 'text');
  const price = fields.find((field) => field.kind === 'money');
  const count = fields.find((field) => field.kind === 'number');
  return text && price ? { text, price, ...(count && { count }) } : undefined;
}

const COUNTED =
  /\b(?:\d+(?:\s*[x×])?|one|two|three|four|five|six|seven|eight|nine|ten) [^,;:]{2,80}? (?:at|@) [€$£]?\d/i;
const SINGLE = /\b(?<=(?:with|for|of|plus) )an? [^,;:]{2,80}? (?:at|@) [€$£]?\d/i;

/** Without a colon: where the first count of something stands. */
function firstItem(text: string): number {
  return (COUNTED.exec(text) ?? SINGLE.exec(text))?.index ?? -1;
}

/** Cut at commas, semicolons, lines, and at an "and" before a count; never inside a number. */
function pieces(text: string): { text: string; end: number }[] {
  const found: { text: string; end: number }[] = [];
  const cut =
    /[;\n]|,(?=\s)|\s(?=(?:and|plus)\s+(?:\d|an?\s|one\s|two\s|three\s|four\s|five\s|[^,;:\d]{2,40}?\s(?:at|@)\s+[€$£]?\d))/gi;
  let start = 0;
  for (const match of text.matchAll(cut)) {
    found.push({ text: text.slice(start, match.index), end: match.index });
    start = match.index + match[0].length;
  }
  found.push({ text: text.slice(start), end: text.length });
  return found.filter((piece) => piece.text.trim() !== '');
}

/** The item's fields, and how much of the piece is of it: "due in 30 days" may follow. */
function readItem(
  piece: string,
  { text, count, price }: Fields,
): { fields: Record<string, unknown>; length: number } | undefined {
  const match = PIECE.exec(piece.slice(0, 300));
  const [, what = '', rest = ''] = match ?? [];
  const [amount] = findNumbers(rest);
  const after = amount && AFTER_PRICE.exec(rest.slice(amount.end));
  if (!amount || amount.start > 0 || amount.percent || !after) return undefined;
  const counted = COUNT.exec(what);
  const quantity = counted?.[1] ? countOf(counted[1]) : 1;
  const description = unwrapped(what.slice(counted?.[0].length ?? 0));
  if (description === '') return undefined;
  const fields = Object.fromEntries([
    [text.name, description],
    ...(count ? [[count.name, count.asText ? String(quantity) : quantity]] : []),
    [price.name, price.asText ? amount.decimal : amount.value],
  ]);
  return { fields, length: piece.trimEnd().length - rest.length + amount.end + after[0].length };
}

function countOf(word: string): number {
  return /^an?$/i.test(word) ? 1 : (findNumbers(word)[0]?.value ?? 1);
}
