/**
 * Values as people read them, in markdown. Whatever comes from a tool or a person is data: it is escaped, so that
 * it shows as it is written and neither links, embeds nor breaks a table.
 */
import { fromCents, toCents } from './amounts';
import { own, type Row } from './rows';
import { capitalised, splitName } from './words';

const LONGEST_CELL = 80;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Text in markdown that shows exactly this text, on one line, cut with a mark where it is very long. */
export function escapeText(text: string, longest = LONGEST_CELL): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const characters = [...line.slice(0, longest * 2)];
  const cut =
    characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : characters.join('');
  return cut
    .replace(/[\\`*_[\]<>|~$!]/g, (mark, at: number) => (isInsideWord(cut, at) ? mark : `\\${mark}`))
    .replace(/^([#+-]|\d+\.)(?=\s|$)/, '\\$1');
}

/** An underscore between two letters emphasises nothing: ids stay as they are. */
function isInsideWord(text: string, at: number): boolean {
  return text[at] === '_' && /\w/.test(text[at - 1] ?? '') && /\w/.test(text[at + 1] ?? '');
}

/** "openAmount" -> "Open amount", "2026-10" -> "Oct 2026". */
export function heading(name: string): string {
  const month = /^(\d{4})-(\d{2})$/.exec(name);
  if (month) return `${MONTHS[Number(month[2]) - 1] ?? month[2]} ${month[1]}`;
  const words = splitName(name);
  const shown = words.length > 1 && words.at(-1) === 'name' ? words.slice(0, -1) : words;
  if (shown.length === 1 && /^(iban|url|vat|id)$/.test(shown[0] ?? '')) return name.toUpperCase();
  return escapeText(capitalised(shown.join(' ')) || name);
}

export function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

export function isInstant(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value);
}

/** "2026-11-30" -> "30 Nov 2026"; of a moment also the time of day. */
function formatDate(value: string): string {
  const [, year = '', month = '', day = '', time] =
    /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2}))?/.exec(value) ?? [];
  const date = `${Number(day)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
  return time && time !== '00:00' ? `${date}, ${time} UTC` : date;
}

/** A decimal amount: text with exactly two decimals. */
export function isAmount(value: unknown): value is string {
  return typeof value === 'string' && /^-?\d{1,15}\.\d{2}$/.test(value);
}

/** The currency that a row's amounts are in. */
export function currencyOf(row: Row): string {
  const currency = own(row, 'currency') ?? own(row, 'currencyCode') ?? own(row, 'currency_code');
  return typeof currency === 'string' && /^[A-Za-z]{3}$/.test(currency) ? currency.toUpperCase() : '';
}

/** "1350.00", "EUR" -> "1,350.00 EUR". */
function formatAmount(value: string, currency: string): string {
  const cents = toCents(value);
  return `${cents === undefined ? value : fromCents(cents)}${currency && ` ${currency}`}`;
}

/** Any single value of a row. */
export function formatValue(value: unknown, row: Row): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 6 });
  if (isAmount(value)) return formatAmount(value, currencyOf(row));
  if (isDay(value) || isInstant(value)) return formatDate(value);
  if (typeof value === 'string' && /^\d{4}-\d{2}$/.test(value)) return heading(value);
  if (typeof value === 'string') return escapeText(isCodeWord(value) ? value.replaceAll('_', ' ') : value);
  if (Array.isArray(value)) return formatList(value);
  return escapeText(Object.values(value).filter(isPlain).map(String).join(', '));
}

/** A value under its name: rates are in percent. */
export function formatField(name: string, value: unknown, row: Row): string {
  const isPercent = typeof value === 'number' && /(^|_)(rate|percent(age)?)$|Rate$/.test(name);
  return `${formatValue(value, row)}${isPercent ? ' %' : ''}`;
}

/** "in_progress" is a word for programs. */
function isCodeWord(text: string): boolean {
  return /^[a-z]+(?:_[a-z]+)+$/.test(text);
}

function formatList(values: readonly unknown[]): string {
  const plain = values.filter(isPlain).map(String);
  return plain.length === values.length
    ? plain.map((value) => monthOr(value)).join(', ')
    : `${values.length}`;
}

function monthOr(value: string): string {
  return /^\d{4}-\d{2}$/.test(value) ? heading(value) : escapeText(value);
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
