import { describe, expect, it } from 'vitest';
import { matches } from './params';
import { calendarTools } from './testing/calendar-tools';
import {
  asFunctions,
  choice,
  day,
  type FakeTool,
  listOf,
  money,
  params,
  text,
  whole,
  yesNo,
} from './testing/fake-tools';
import { ticketTools } from './testing/ticket-tools';
import { readToolbox } from './toolbox';

const one = (fake: Partial<FakeTool>) => {
  const whole = {
    name: 'x',
    description: '',
    risk: 'write' as const,
    inputSchema: params({}),
    run: () => null,
    ...fake,
  };
  const [tool] = readToolbox(asFunctions([whole]));
  if (!tool) throw new Error('no tool');
  return tool;
};
const kinds = (properties: Record<string, object>) =>
  Object.fromEntries(one({ inputSchema: params(properties) }).params.map(({ name, kind }) => [name, kind]));

describe('readToolbox', () => {
  it('leaves out the search for tools, whose answers are for models that read', () => {
    const fakes = ['search_tools', 'notes_search'].map((name) => ({ ...calendarTools[0], name }) as FakeTool);
    expect(readToolbox(asFunctions(fakes)).map(({ name }) => name)).toEqual(['notes_search']);
  });

  it('tells what a tool does and is about, from names of every spelling', () => {
    const told = readToolbox(asFunctions([...calendarTools, ...ticketTools])).map((tool) => [
      tool.name,
      tool.actions[0],
      tool.many,
    ]);
    expect(told).toEqual([
      ['list-events', 'read', true],
      ['get-event', 'read', false],
      ['create-event', 'create', false],
      ['move-event', 'update', false],
      ['delete-event', 'delete', false],
      ['tracker__searchIssues', 'read', true],
      ['tracker__getIssue', 'read', false],
      ['tracker__createIssue', 'create', false],
      ['tracker__addComment', 'create', false],
      ['tracker__assignIssue', 'update', false],
      ['tracker__closeIssue', 'close', false],
      ['tracker__voteIssue', 'vot', false],
    ]);
  });

  it('takes a noun that could be a verb for a noun where a verb stands', () => {
    expect(one({ name: 'bulk_archive_old_records', description: 'Archives records.' }).actions[0]).toBe(
      'archive',
    );
    expect(one({ name: 'invoice_create_draft' }).nouns).toEqual(['invoic', 'draft']);
  });

  it('reads the risk from the label at the end, and trusts nothing without one', () => {
    const [readOnly] = readToolbox(asFunctions(calendarTools));
    expect(readOnly).toMatchObject({ risk: 'read-only', verified: true, reads: true });
    expect(one({ risk: 'destructive', unverified: true, name: 'list_notes' })).toMatchObject({
      risk: 'destructive',
      verified: false,
      reads: true,
    });
    const [bare] = readToolbox([{ type: 'function', name: 'list_notes', inputSchema: {} }]);
    expect(bare).toMatchObject({ risk: 'destructive', verified: false });
    expect(one({ description: 'Says [read-only] in the middle.', risk: 'destructive' }).risk).toBe(
      'destructive',
    );
  });

  it('keeps the first sentence, without the label', () => {
    expect(one({ description: 'Does it. And more.' }).summary).toBe('Does it.');
    expect(one({ description: 'x'.repeat(20_000) }).summary.length).toBeLessThanOrEqual(300);
  });
});

describe('readParams', () => {
  it('tells what kind of value each takes', () => {
    expect(
      kinds({
        'customerId!': text(),
        id: text(),
        amount: money(),
        unitPrice: text('such as "450.00"'),
        dueDate: day(),
        startsAt: { type: 'string', format: 'date-time' },
        month: { type: 'string', pattern: String.raw`^\d{4}-(0[1-9]|1[0-2])$` },
        email: text(),
        rate: { type: 'number' },
        issueNumber: whole(),
        owing: yesNo(),
        status: choice('open', 'closed'),
        lines: listOf(params({ description: text() })),
        filter: params({ name: text() }),
        cursor: text(),
        name: text(),
      }),
    ).toEqual({
      customerId: 'id',
      id: 'id',
      amount: 'money',
      unitPrice: 'money',
      dueDate: 'date',
      startsAt: 'moment',
      month: 'month',
      email: 'email',
      rate: 'number',
      issueNumber: 'id',
      owing: 'boolean',
      status: 'choice',
      lines: 'list',
      filter: 'group',
      cursor: 'cursor',
      name: 'text',
    });
  });

  it('sees through what may be null, and choices written as constants', () => {
    expect(
      kinds({
        note: { type: ['string', 'null'] },
        due: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
        size: { anyOf: [{ const: 'small' }, { const: 'large' }] },
      }),
    ).toEqual({ note: 'text', due: 'date', size: 'choice' });
  });

  it('takes the id of something that nothing here lists for a text', () => {
    expect(kinds({ taxId: text() })).toEqual({ taxId: 'text' });
  });

  it('survives schemas that are none', () => {
    for (const inputSchema of [
      null,
      7,
      [],
      { properties: [] },
      { properties: { a: null, b: 3 } },
    ] as object[]) {
      expect(() => one({ inputSchema })).not.toThrow();
    }
  });
});

describe('matches', () => {
  it('runs only patterns that cannot take long', () => {
    expect(matches('^[A-Z]+-\\d+$', 'WEB-12')).toBe(true);
    expect(matches('^(a+)+$', 'a'.repeat(40))).toBe(false);
    expect(matches('^(a|a)*$', 'aaa')).toBe(false);
    expect(matches('[', '[')).toBe(false);
  });
});
