import 'server-only';
/**
 * `show_chart` and `show_table`: the model has a result in this chat displayed, by naming the call. The figures go from
 * the ledger to the page; none of them passes through the model.
 */
import type { Queryable } from '@/db/client';
import { findNewestResult, type StoredResult } from '@/lib/store/calls';
import { BUILT_IN_SERVER } from '@/lib/tools/own-server-name';
import type { CallOutcome, ConnectedTool } from '@/lib/tools/types';
import { type BuiltInAnswer, builtInTool } from '../built-in';
import { columnsOf, listIn, narrowed } from './shown-list';

const CALL = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description: 'Whose result: the name of a tool, for its newest result in this chat, or the id of a call.',
};
const TITLE = {
  type: 'string',
  maxLength: 120,
  description: 'What it shows, in the person’s language. No figures.',
};
const COLUMN = { type: 'string', minLength: 1, maxLength: 200 };
const NAMED = 'A field of a row, nested ones as customer.name.';

export const SHOW_CHART = builtInTool({
  name: 'show_chart',
  title: 'Show chart',
  description:
    'Draws a list that a tool answered in this chat as a chart for the person: amounts over time as lines, by category as bars or shares, balances as tiles. Name the result, never the figures.',
  inputSchema: {
    type: 'object',
    properties: {
      call: CALL,
      kind: { enum: ['line', 'bar', 'share', 'tiles'], description: 'Left out: what suits the list.' },
      label: { ...COLUMN, description: `What is compared, or the time. ${NAMED}` },
      values: { type: 'array', items: COLUMN, minItems: 1, maxItems: 6, description: `Amounts. ${NAMED}` },
      title: TITLE,
    },
    required: ['call'],
    additionalProperties: false,
  },
});

export const SHOW_TABLE = builtInTool({
  name: 'show_table',
  title: 'Show table',
  description:
    'Shows a list that a tool answered in this chat as a table, which the person can sort, filter, add up and keep. Name the result and, if not all are wanted, the columns, never the figures.',
  inputSchema: {
    type: 'object',
    properties: {
      call: CALL,
      columns: { type: 'array', items: COLUMN, minItems: 1, maxItems: 30, description: `In order. ${NAMED}` },
      title: TITLE,
    },
    required: ['call'],
    additionalProperties: false,
  },
});

export const SHOW_TOOLS: readonly ConnectedTool[] = [SHOW_CHART, SHOW_TABLE];

/** Of the page's copy, in characters of JSON. */
const LARGEST = 1_000_000;

/** @param chatId of the chat in which they are called: results of other chats are never read */
export function showAnswers(db: Queryable, chatId: string): Record<string, BuiltInAnswer> {
  const answer = (show: 'chart' | 'table'): BuiltInAnswer => {
    return async (input) =>
      shown(show, input, await findNewestResult(db, chatId, String(input.call), BUILT_IN_SERVER));
  };
  return { [SHOW_CHART.name]: answer('chart'), [SHOW_TABLE.name]: answer('table') };
}

function shown(
  show: 'chart' | 'table',
  input: Record<string, unknown>,
  found: StoredResult | undefined,
): CallOutcome {
  if (!found)
    return failed('This chat has no result of that. Call the tool first, then name it as you called it.');
  const list = listIn(found.result);
  if (!list)
    return failed('That result holds no list of rows, so it can be neither drawn nor shown as a table.');
  const wanted = namesIn(show === 'chart' ? [input.label, ...asList(input.values)] : asList(input.columns));
  const there = columnsOf(list);
  const missing = wanted.filter((name) => !there.includes(name));
  if (missing.length > 0) return failed(`Some of these fields are not there. Fields: ${said(there)}.`);
  const rows =
    wanted.length > 0 && (show === 'table' || input.values !== undefined) ? narrowed(list, wanted) : list;
  if (JSON.stringify(rows).length > LARGEST)
    return failed('That result is too large to be shown. Name fewer fields, or ask the tool for less.');
  return {
    isError: false,
    text: `The person sees the ${show} of ${rows.length} rows now, below this call. Do not repeat its figures; say in a sentence what it shows.`,
    structured: { ...wishOf(show, input), from: fromOf(found), rows },
  };
}

/** What the page gets besides the rows: which call it was, and how to display them. */
function wishOf(show: 'chart' | 'table', { kind, label, values, columns, title }: Record<string, unknown>) {
  return { show, ...(show === 'chart' ? { kind, label, values } : { columns }), title };
}

function fromOf({ toolCallId, server, trusted, metadata }: StoredResult) {
  return { call: toolCallId, server, trusted, title: String(metadata.title ?? '') };
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const namesIn = (values: unknown[]) => values.filter((value): value is string => typeof value === 'string');

/** Names of fields are a server's words: quoted, and only a few. */
const said = (names: readonly string[]) =>
  names
    .slice(0, 40)
    .map((name) => JSON.stringify(name.slice(0, 60)))
    .join(', ');

function failed(text: string): CallOutcome {
  return { isError: true, text, structured: undefined };
}
