/** What a tool call answered, as the page shows it: a table, rows, text, or an error in words. */
import { isEmptyList, type ResultTable, tableOf } from './result-table';
import { type ValueRow, valueRows } from './value-rows';

export type ToolResult =
  | { kind: 'empty' }
  /** A list without anything in it. */
  | { kind: 'none' }
  | { kind: 'error'; text: string }
  | { kind: 'text'; text: string; cutFrom: number | null }
  | { kind: 'rows'; rows: ValueRow[] }
  | { kind: 'table'; table: ResultTable };

/** Longer text is cut, and says so; in UTF-16 units. */
const LONGEST_TEXT = 20_000;

interface Content {
  type?: unknown;
  text?: unknown;
  mimeType?: unknown;
  resource?: unknown;
  uri?: unknown;
}

/** @param output an MCP result (`content`, `structuredContent`, `isError`), or whatever else a tool gave */
export function toolResult(output: unknown): ToolResult {
  if (!isObject(output) || !Array.isArray(output.content)) return shown(output);
  const text = output.content.map(contentWords).filter(Boolean).join('\n');
  if (output.isError === true) return { kind: 'error', text: text || 'The tool failed without saying why.' };
  if (output.structuredContent !== undefined && output.structuredContent !== null) {
    return shown(output.structuredContent);
  }
  return shown(text);
}

function shown(value: unknown): ToolResult {
  if (value === undefined || value === null || value === '') return { kind: 'empty' };
  const data = typeof value === 'string' ? (parsed(value) ?? value) : value;
  if (typeof data === 'string') return cut(data);
  if (isEmptyList(data)) return { kind: 'none' };
  const table = tableOf(data);
  if (table) return { kind: 'table', table };
  return { kind: 'rows', rows: valueRows(data) };
}

/** Servers without structured content often answer JSON as text. */
function parsed(text: string): object | null {
  if (text.length > 1_000_000 || !/^\s*[[{]/.test(text)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function cut(text: string): ToolResult {
  return text.length <= LONGEST_TEXT
    ? { kind: 'text', text, cutFrom: null }
    : { kind: 'text', text: text.slice(0, LONGEST_TEXT), cutFrom: text.length };
}

/** Text as it is; of anything else only what it is. Nothing is fetched. */
function contentWords(content: unknown): string {
  if (!isObject(content)) return '';
  const { type, text, mimeType, uri } = content as Content;
  if (type === 'text' && typeof text === 'string') return text;
  const facts = [type, mimeType, uri].filter((fact) => typeof fact === 'string');
  return `[${facts.join(', ') || 'unknown content'}, not shown]`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
