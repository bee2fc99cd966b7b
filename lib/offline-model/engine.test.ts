/**
 * Moves that need no database: other servers' tools, the search, edits on the card, lost answers, hostile text and
 * size.
 */
import type { LanguageModelV4Message, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { textsOf } from '@/e2e/cases';
import { editNote } from '@/lib/agent/edit-note';
import { LOOKED } from '@/lib/runs/messages/tell-call';
import { nextMove } from './engine';
import type { ResolvedTool, ResolvedTurn } from './resolved-turn';

const NOW = new Date('2026-11-20T08:00:00Z');
const tool = (name: string, risk: ResolvedTool['risk'], server = 'amber'): ResolvedTool => ({
  name,
  server,
  risk,
  asks: risk === 'destructive',
  modelName: server === 'amber' ? name : `${server}__${name}`,
});
const READING = [
  'customers_list',
  'customers_get',
  'invoices_list',
  'invoices_get',
  'orders_list',
  'orders_get',
  'transactions_list',
  'transactions_search',
  'bank_accounts_list',
  'bank_accounts_balances',
  'categories_list',
  'team_members_list',
  'forecast_spending',
  'calculate_tax',
];
const TOOLS = [
  ...READING.map((name) => tool(name, 'read-only')),
  tool('bulk_archive_old_records', 'destructive'),
  tool('customer_delete', 'destructive'),
  ...[tool('customers_list', 'read-only', 'crm'), tool('purge', 'destructive', 'crm')],
];
const turn: ResolvedTurn = { tools: TOOLS, denied: [], mode: 'default', edited: new Map() };
const user = (text: string): LanguageModelV4Message => ({ role: 'user', content: [{ type: 'text', text }] });

function move(
  prompt: LanguageModelV4Message[],
  given: Partial<ResolvedTurn> = {},
  offered = TOOLS.map(({ modelName }) => modelName),
) {
  const tools = offered.map((name) => ({ type: 'function' as const, name, inputSchema: {} }));
  return nextMove({ prompt, tools }, { ...turn, ...given }, NOW);
}

function afterCall(
  output: LanguageModelV4ToolResultOutput,
  edited: ResolvedTurn['edited'] = new Map(),
  before = '2023-01-01',
) {
  const call = { toolCallId: 'c', toolName: 'bulk_archive_old_records' };
  return move(
    [
      user('Archive records older than 2025-01-01'),
      { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { before } }] },
      { role: 'tool', content: [{ type: 'tool-result', ...call, output }] },
    ],
    { edited },
  );
}

it('reads a message at once, however many spaces somebody has put there', () => {
  const { say, calls } = move([user(`please${' '.repeat(300_000)}x`)]);
  expect(calls).toEqual([]);
  expect(say).toContain('I am not sure what you mean');
  expect(move([user(' please call crm__customers_list {"a": 1} ')]).calls).toEqual([
    { tool: 'crm__customers_list', input: { a: 1 } },
  ]);
});

describe('a call whose arguments a person changed', () => {
  const edited = new Map([['c', { by: 'Imogen Finch' }]]);
  const note = editNote({ by: 'Imogen Finch', before: '{"before":"2025-01-01"}' });

  it('is not made again, and what ran is told, with who changed it', () => {
    const { say, calls } = afterCall(
      { type: 'text', value: `${note}\n{"message":"Archived 12 records."}` },
      edited,
    );
    expect(calls).toEqual([]);
    expect(say).toMatch(/Imogen Finch.* changed this on the card before it ran: before 2023-01-01/);
    expect(say).toContain('Archived 12 records.');
    expect(say).not.toContain('You had given');
  });

  it('is told by who it was resolved to, not by what a result says of itself', () => {
    const { calls } = afterCall({ type: 'text', value: `${note}\n{"message":"Archived."}` });
    expect(calls).toEqual([{ tool: 'bulk_archive_old_records', input: { before: '2025-01-01' } }]);
  });
});

describe('what a call came to is told as it is', () => {
  it.each<[LanguageModelV4ToolResultOutput, RegExp]>([
    [
      { type: 'execution-denied', reason: 'Cancelled on the card.' },
      /^Nothing was done: .* Cancelled on the card\. I will not try it again/,
    ],
    [
      { type: 'error-text', value: 'The disk is full.' },
      /^I could not archive old records: The disk is full\.$/,
    ],
    [
      { type: 'error-text', value: 'Nobody knows whether this call took effect.' },
      /^I cannot say whether this was done/,
    ],
    [{ type: 'text', value: LOOKED }, /^Done\. A person looked/],
    [
      { type: 'error-text', value: 'Nothing was asked and nothing ran. There is no such record.' },
      /: There is no such record\. Nobody was asked and nothing ran\.$/,
    ],
  ])('%j', (output, said) => {
    const { say, calls } = afterCall(output, new Map(), '2025-01-01');
    expect(calls).toEqual([]);
    expect(say).toMatch(said);
  });
});

describe('other servers', () => {
  it('are left alone, whatever their tools are called', () => {
    expect(move([user('list customers')]).calls).toEqual([{ tool: 'customers_list', input: {} }]);
    const theirs = { tools: TOOLS.filter(({ server }) => server === 'crm') };
    expect(move([user('list customers')], theirs)).toMatchObject({
      calls: [],
      say: expect.stringContaining('I cannot'),
    });
  });

  it('are called only by the exact name', () => {
    expect(move([user('call crm__purge {"all":true}')]).calls).toEqual([
      { tool: 'crm__purge', input: { all: true } },
    ]);
    for (const words of ['crm__purge please now', 'purge', 'crm__purge {"all":'])
      expect(move([user(words)]).calls.filter(({ tool }) => tool.startsWith('crm__'))).toEqual([]);
  });
});

it('looks for a tool that was not offered, once', () => {
  const found = move([user(`Delete customer "Halden Optics"`)], {}, ['search_tools', 'customers_list']);
  expect(found.calls).toEqual([{ tool: 'customers_list', input: { name: 'Halden Optics' } }]);
  const missing = move([user('list orders')], {}, ['search_tools']);
  expect(missing.calls).toEqual([{ tool: 'search_tools', input: { query: 'orders list' } }]);
  const call = { toolCallId: 's', toolName: 'search_tools' };
  const again = move(
    [
      user('list orders'),
      { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { query: 'orders list' } }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', ...call, output: { type: 'text', value: 'No tool matches.' } }],
      },
    ],
    {},
    ['search_tools'],
  );
  expect(again).toMatchObject({ calls: [], say: expect.stringContaining('I cannot') });
});

it.each(['02-result-injections', '03-naughty-strings', '04-render', '06-unicode-deception'])(
  '%s: an answer, or a call that reads',
  (file) => {
    for (const payload of textsOf(file)) {
      const { say, calls } = move([user(payload)]);
      expect(say.length + calls.length, payload).toBeGreaterThan(0);
      if (!/\b(?:delete|archive|crm__)/i.test(payload))
        expect(
          calls.every(({ tool }) => READING.includes(tool)),
          payload,
        ).toBe(true);
    }
  },
);

it.each(['a ', 'delete customer ', '1,', '"', '3 x a at 4, ', 'and ', 'Halden ', '&', 'between 1 and '])(
  'a hundred thousand characters of %j are answered',
  (word) => {
    expect(move([user(word.repeat(100_000 / word.length))]).calls).toEqual([]);
    expect(move([user(word.repeat(1990 / word.length))]).say.length).toBeGreaterThanOrEqual(0);
  },
);
