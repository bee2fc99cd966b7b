/**
 * A call's result as the page shows it, in the server's order: tables, rows, text, an error in words; with images,
 * sounds, files, documents and links in between.
 */

import { isSecretName, type ValueRow, valueRows } from '@/components/shown/table/value-rows';
import { say } from '@/components/words/say';
import { type RecordCard, recordCardOf } from '../record/record-of';
import { type ShownMedia, shownMedia } from '../shown-media';
import { NO_FIELDS } from './fields';
import { gridOf } from './result-grid';
import { isEmptyList, type ListRecord, type ResultTable, recordOf, tableOf } from './result-table';

export type ToolResult =
  | { kind: 'empty' }
  /** An empty list. */
  | { kind: 'none' }
  | { kind: 'error'; text: string }
  | { kind: 'text'; text: string; cutFrom: number | null }
  | { kind: 'rows'; rows: ValueRow[] }
  /** A single thing with its facts. */
  | { kind: 'card'; card: RecordCard }
  | { kind: 'table'; table: ResultTable }
  /** Lists beside other fields: the fields as rows, each list as a table. */
  | { kind: 'record'; rows: ValueRow[]; card?: RecordCard | null; tables: ListRecord['tables'] };

/** Whether it reaches to the edges of its frame. */
export function isTabular({ kind }: ToolResult): boolean {
  return kind === 'table' || kind === 'record' || kind === 'card';
}

export type ResultBlock =
  | { kind: 'words'; result: ToolResult }
  | { kind: 'media'; media: ShownMedia }
  /** A resource's text, as it is. */
  | { kind: 'document'; uri: string; text: string }
  /** Something elsewhere, which none of our code has opened. */
  | { kind: 'link'; uri: string; name: string; about: string | null; at: string | null };

/** Longer text is cut, and marked as such; in UTF-16 units. */
const LONGEST_TEXT = 20_000;

interface Content {
  type?: unknown;
  text?: unknown;
  mimeType?: unknown;
  uri?: unknown;
  name?: unknown;
  description?: unknown;
  at?: unknown;
}

/** @param output an MCP result (`content`, `structuredContent`, `isError`), or whatever else a tool returned */
export function resultBlocks(output: unknown, fields = NO_FIELDS): ResultBlock[] {
  if (!isObject(output) || !Array.isArray(output.content))
    return [{ kind: 'words', result: resultOf(output, fields) }];
  const { content, isError, structuredContent } = output;
  const isStructured = isError !== true && structuredContent !== undefined && structuredContent !== null;
  const blocks: ResultBlock[] = isStructured
    ? [{ kind: 'words', result: resultOf(structuredContent, fields) }]
    : [];
  let words: string[] = [];
  const end = () => {
    const text = words.join('\n');
    words = [];
    // If there is structured content, the text only repeats it for the model.
    if (text === '' || isStructured) return;
    blocks.push({
      kind: 'words',
      result: isError === true ? { kind: 'error', text } : resultOf(text, fields),
    });
  };
  for (const part of content) {
    const block = blockOf(part);
    if (typeof block === 'string') {
      if (block !== '') words.push(block);
      continue;
    }
    end();
    blocks.push(block);
  }
  end();
  if (blocks.length > 0) return blocks;
  const nothing = say('result.failed');
  return [{ kind: 'words', result: isError === true ? { kind: 'error', text: nothing } : { kind: 'empty' } }];
}

/** From the app's own record; what was not kept, or is unknown to the page, becomes a line of text. */
function blockOf(content: unknown): ResultBlock | string {
  if (!isObject(content)) return '';
  const { type, text, mimeType, uri, name, description, at } = content as Content;
  if (type === 'text' && typeof text === 'string') return text;
  if (type === 'resource' && typeof text === 'string') {
    return { kind: 'document', uri: wordsOf(uri) ?? '', text };
  }
  if (type === 'resource_link' && typeof uri === 'string') {
    const about = [wordsOf(description), wordsOf(mimeType)].filter((one) => one !== null).join(', ');
    return { kind: 'link', uri, name: wordsOf(name) ?? uri, about: about || null, at: wordsOf(at) };
  }
  const media = shownMedia(content);
  if (media) return { kind: 'media', media };
  const facts = [type, mimeType, uri].filter((fact) => typeof fact === 'string');
  return `[${say('result.not-shown', { what: facts.join(', ') || say('result.unknown') })}]`;
}

function wordsOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/**
 * A single value, or a text that may be JSON.
 * @param fields what its tool says about them
 */
export function resultOf(value: unknown, fields = NO_FIELDS): ToolResult {
  if (value === undefined || value === null || value === '') return { kind: 'empty' };
  const data = typeof value === 'string' ? (parsed(value) ?? value) : value;
  if (typeof data === 'string') return cut(data);
  if (isEmptyList(data)) return { kind: 'none' };
  const now = new Date();
  const table = tableOf(data, now, fields) ?? gridOf(data);
  if (table) return { kind: 'table', table };
  const inside: Parameters<typeof recordOf>[2] = (inner, name, _, below) => {
    return tableOf(inner, now, below) ?? (isSecretName(name) ? null : gridOf(inner));
  };
  const record = recordOf(data, now, inside, fields);
  if (!record) {
    const card = recordCardOf(data, now, fields);
    return card ? { kind: 'card', card } : { kind: 'rows', rows: valueRows(data) };
  }
  const isAlone = Object.keys(Object(record.others)).length === 0;
  const card = recordCardOf(record.others, now, fields);
  return { kind: 'record', rows: isAlone ? [] : valueRows(record.others), card, tables: record.tables };
}

/** Servers without structured content often return JSON as text. */
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
