/**
 * Values for people, in markdown. Everything from a tool or a person is data: it is escaped, so that it is shown as
 * written and cannot link, embed or break a table.
 */
import { fromCents, toCents } from '../reading/amounts';

export type Row = Record<string, unknown>;

const LONGEST = 80;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Markdown that shows exactly this text, on one line, truncated with an ellipsis if it is very long. */
export function escapeText(text: string, longest = LONGEST): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    // Direction marks would also turn the words after them.
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  const characters = [...line.slice(0, longest * 2)];
  const cut = characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line;
  return cut
    .replace(/[\\`*_[\]<>|~$!]/g, (mark, at: number) => (isInsideWord(cut, at) ? mark : `\\${mark}`))
    .replace(/^([#+-]|\d+\.)(?=\s|$)/, '\\$1');
}

/** An underscore between two letters is not emphasis in markdown: ids stay as they are. */
function isInsideWord(text: string, at: number): boolean {
  return text[at] === '_' && /\w/.test(text[at - 1] ?? '') && /\w/.test(text[at + 1] ?? '');
}

export const quoted = (text: string) => `“${escapeText(text)}”`;

/** "a", "a and b", "a, b and c". */
export function listed(parts: readonly string[], word = 'and'): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;
}

function isAmount(value: unknown): value is `${number}` {
  return typeof value === 'string' && /^-?\d{1,15}\.\d{2}$/.test(value);
}

/** "2026-10" -> "Oct 2026"; "2026-11-30" and timestamps -> "30 Nov 2026". */
export function formatDay(value: string): string {
  const [, year = '', month = '', day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?/.exec(value) ?? [];
  return `${day ? `${Number(day)} ` : ''}${MONTHS[Number(month) - 1] ?? month} ${year}`;
}

/** Any single value of a row; amounts with the row's currency. */
export function formatValue(value: unknown, row: Row = {}): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 6 });
  if (isAmount(value)) return money(toCents(String(value)) ?? 0n, String(row.currency ?? ''));
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (/^\d{4}-\d{2}(?:$|-\d{2}(?:$|T))/.test(text)) return formatDay(text);
  return escapeText(/^[a-z]+(?:_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text);
}

/** 120050n, "EUR" -> "1,200.50 EUR". */
export const money = (cents: bigint, currency: string) => `${fromCents(cents)}${currency && ` ${currency}`}`;

/** "openAmount" -> "Open amount", "2026-10" -> "Oct 2026". */
export function heading(name: string): string {
  if (/^\d{4}-\d{2}$/.test(name)) return formatDay(name);
  if (/^(?:iban|id)$/.test(name)) return name.toUpperCase();
  const words = name
    .replace(/(?:Name|_name)$/, '')
    .replace(/([A-Z])/g, ' $1')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase();
  return escapeText(words.charAt(0).toUpperCase() + words.slice(1));
}

/** A markdown table; columns of amounts or numbers are right-aligned. */
export function tableOf(rows: readonly Row[], columns: readonly string[]): string {
  const isFigure = (name: string) => rows.some((row) => typeof row[name] === 'number' || isAmount(row[name]));
  const lines = [
    columns.map(heading),
    columns.map((name) => (isFigure(name) ? '---:' : '---')),
    ...rows.map((row) => columns.map((name) => formatField(name, row))),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function formatField(name: string, row: Row): string {
  return `${formatValue(row[name], row)}${/Rate$|^rate$/.test(name) && row[name] !== null ? ' %' : ''}`;
}

/** One record, with a line for each of its fields. */
export function detailsOf(row: Row, fields: readonly string[]): string {
  return fields.map((name) => `- ${heading(name)}: ${formatField(name, row)}`).join('\n');
}

/** The sum of the rows' amounts, per currency: "1,350.00 EUR and 80.00 USD". */
export function sumOf(rows: readonly Row[], name: string): string {
  const sums = new Map<string, bigint>();
  for (const row of rows) {
    const currency = String(row.currency ?? '');
    sums.set(currency, (sums.get(currency) ?? 0n) + (toCents(String(row[name] ?? '')) ?? 0n));
  }
  return listed([...sums].map(([currency, cents]) => money(cents, currency)));
}
