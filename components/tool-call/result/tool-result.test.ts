import { describe, expect, it } from 'vitest';
import { moneyWords } from '../table/cell-words';
import { type ResultTable, recordOf, tableOf } from './result-table';
import { type ResultBlock, resultBlocks } from './tool-result';

const NOW = new Date('2026-11-20T13:00:00Z');

const invoices = {
  data: [
    {
      id: 'inv_4f81c02e',
      number: 'INV-1',
      customer: { name: 'Bramwell' },
      dueDate: '2026-09-14',
      total: '14820.00',
      currency: 'EUR',
      paid: false,
    },
    {
      id: 'inv_4f81c02f',
      number: 'INV-2',
      customer: { name: 'Pike' },
      dueDate: '2025-01-02',
      total: '8.40',
      currency: 'EUR',
      paid: null,
    },
  ],
  meta: { cursor: null, hasNextPage: true, hasPreviousPage: false },
};

function columnsOf(table: ResultTable | null) {
  return table?.columns.map(({ label, kind, place }) => [label, kind, place]);
}

describe('a list as a table', () => {
  it('begins with what the row is about, and ends with money; an id beside a name is a choice away', () => {
    const table = tableOf(invoices, NOW);
    expect(table?.others.map(({ label }) => label)).toEqual(['ID']);
    expect(columnsOf(table)).toEqual([
      ['Number', 'text', 'first'],
      ['Customer', 'text', 'below'],
      ['Due date', 'date', 'below'],
      ['Paid', 'text', 'below'],
      ['Total', 'money', 'last'],
    ]);
  });

  it('shows ids where nothing else names what they name, or people call it so', () => {
    const shown = (row: object) => tableOf([row, row], NOW)?.columns.map(({ label }) => label);
    const id = 'cat_65e37d5d89e0';
    expect(shown({ category: 'Rent', categoryId: id, amount: '1.00' })).toEqual(['Category', 'Amount']);
    expect(shown({ customer: { id, name: 'Pike' }, city: 'Oslo' })).toEqual(['Customer', 'City']);
    expect(shown({ categoryId: id, amount: '1.00' })).toEqual(['Amount', 'Category ID']);
    expect(shown({ tax: '2.00', taxId: 'IE7944035TH', name: 'Pike' })).toContain('Tax ID');
    expect(shown({ id: 'AMB-1204', title: 'Mend the roof' })).toEqual(['Title', 'ID']);
    expect(shown({ id })).toEqual(['ID']);
  });

  it('leaves out at first what is empty in every row, and puts seldom asked facts behind the others', () => {
    const row = { number: 'INV-1', taxRate: 13.5, paidAt: null, archived: false, daysLate: 3, note: '' };
    const table = tableOf([{ ...row, sentAt: '2026-09-14T12:02:00Z' }, row], NOW);
    expect(table?.columns.map(({ label }) => label)).toEqual([
      ...['Number', 'Days late', 'Tax rate', 'Archived', 'Sent at'],
    ]);
    expect(table?.others.map(({ label }) => label)).toEqual(['Paid at', 'Note']);
    expect(tableOf([{ note: '', paidAt: null }], NOW)?.columns).toHaveLength(2);
    const late = tableOf(
      [{ number: 'INV-1', dueDate: '2026-09-14', issuedAt: '2026-09-01', daysLate: 3 }],
      NOW,
    );
    expect(late?.columns.map(({ label }) => label)).toEqual(['Number', 'Due date', 'Days late', 'Issued at']);
  });

  it('says money, days and yes or no as people do', () => {
    const table = tableOf(invoices, NOW);
    expect(table?.rows.map((row) => row().map((cell) => cell.text))).toEqual([
      ['INV-1', 'Bramwell', '14 September', 'no', '14,820.00 EUR'],
      ['INV-2', 'Pike', '2 January 2025', '', '8.40 EUR'],
    ]);
    expect(table).toMatchObject({ total: 2, more: true });
  });

  it('says months as people do', () => {
    const one = { months: ['2026-10', '2026-11'], ongoing: '2026-11' };
    const table = tableOf([one], NOW);
    expect(table?.rows[0]?.().map(({ text }) => text)).toEqual(['Oct 2026, Nov 2026', 'Nov 2026']);
  });

  it('keeps every digit of an amount', () => {
    expect(moneyWords('-1234567890123456789.05', 'EUR')).toBe('-1,234,567,890,123,456,789.05 EUR');
    expect(moneyWords('999.00', undefined)).toBe('999.00');
  });

  it('takes any list of flat objects, and nothing else', () => {
    expect(columnsOf(tableOf([{ a: 1 }, { b: 2 }]))).toEqual([
      ['A', 'number', 'first'],
      ['B', 'number', 'last'],
    ]);
    expect(tableOf({ accounts: [{ name: 'Main' }] })?.total).toBe(1);
    for (const none of [
      [],
      [1, 2],
      [{ a: [1] }],
      { data: [], meta: {} },
      { one: [{ a: 1 }], other: 2 },
      null,
    ]) {
      expect(tableOf(none)).toBeNull();
    }
  });

  it('says what it leaves out', () => {
    const row = Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`column${index}`, index]));
    const table = tableOf(Array.from({ length: 1000 }, () => row));
    expect([table?.total, table?.columns.length, table?.others.length]).toEqual([1000, 12, 3]);
    expect(table?.rows).toHaveLength(1000);
    const many = tableOf(Array.from({ length: 12_000 }, () => ({ a: 1 })));
    expect([many?.rows.length, many?.total]).toEqual([10_000, 12_000]);
  });

  it('leaves out no money while there is anything else to leave out', () => {
    const facts = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`fact${index}`, 'a word']));
    const table = tableOf([{ ...facts, subtotal: '100.00', tax: '23.00', total: '123.00', currency: 'EUR' }]);
    expect(table?.columns.map(({ label }) => label).slice(-3)).toEqual(['Subtotal', 'Tax', 'Total']);
    expect(table?.columns.at(-1)?.place).toBe('last');
    expect(table?.others).toHaveLength(3);
  });

  it('takes names of properties as plain data, and masks secrets', () => {
    const rows = JSON.parse('[{"__proto__": "x", "constructor": "y", "apiKey": "0123456789"}]');
    expect(
      tableOf(rows)
        ?.rows[0]?.()
        .map((cell) => cell.text),
    ).toContain('x');
    expect(
      tableOf(rows)
        ?.rows[0]?.()
        .map((cell) => cell.text),
    ).toContain('Secret, 10 characters');
  });
});

describe('lists beside other fields', () => {
  const commits = [
    { hash: 'a1b2c3d4', author: 'Mel', refs: ['main', 'v1'] },
    { hash: 'e5f6a7b8', author: 'Noor', refs: [] },
  ];
  const shown = (value: unknown) => {
    const record = recordOf(value, NOW);
    return record && { ...record, tables: record.tables.map(({ path, table }) => [path, table.total]) };
  };

  it('are tables, and the others rows, one level down too', () => {
    const answer = { success: true, commits, totalCount: 2 };
    expect(shown(answer)).toEqual({ tables: [['commits', 2]], others: { success: true, totalCount: 2 } });
    expect(shown({ ok: true, data: { commits, branch: 'main' }, tags: [{ name: 'v1' }] })).toEqual({
      tables: [
        ['data.commits', 2],
        ['tags', 1],
      ],
      others: { ok: true, data: { branch: 'main' } },
    });
    expect(shown({ success: true, data: { commits } })?.others).toEqual({ success: true });
    const [first] = recordOf(answer)?.tables ?? [];
    expect(columnsOf(first?.table ?? null)?.map(([label]) => label)).toEqual(['Author', 'Refs', 'Hash']);
    expect(first?.table.rows.map((row) => row().map(({ text }) => text))).toEqual([
      ['Mel', 'main, v1', 'a1b2c3d4'],
      ['Noor', '', 'e5f6a7b8'],
    ]);
  });

  it('lose nothing: what is no table stays among the others', () => {
    const others = {
      empty: [],
      words: ['a', 'b'],
      deep: { a: { list: [{ b: 1 }] } },
      mixed: [1, { a: 1 }],
      none: {},
    };
    expect(recordOf({ ...others, success: true })).toBeNull();
    expect(shown({ ...others, commits })).toEqual({ tables: [['commits', 2]], others });
    for (const none of [null, [], 'text', { a: 1 }, { a: { b: { c: commits } } }])
      expect(recordOf(none)).toBeNull();
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`list${at}`, commits]));
    expect(recordOf(many)?.tables).toHaveLength(10);
    expect(Object.keys(Object(recordOf(many)?.others))).toHaveLength(20);
  });

  it('take names of properties as plain data, and mask secrets in lists', () => {
    const odd = JSON.parse(
      '{"__proto__": {"rows": [{"x": 1}]}, "constructor": [{"apiKeys": 1, "password": ["p"]}], "a": 1}',
    );
    expect(shown(odd)).toMatchObject({
      tables: [
        ['__proto__.rows', 1],
        ['constructor', 1],
      ],
      others: { a: 1 },
    });
    const table = recordOf(odd)?.tables[1]?.table;
    expect(table?.rows[0]?.().map(({ text }) => text)).toContain('Secret, 1 character');
  });

  it('say that their tool has more', () => {
    const [paged] = recordOf({ ok: true, items: commits, meta: { hasNextPage: true } })?.tables ?? [];
    expect(paged?.table.more).toBe(true);
  });
});

describe('a result', () => {
  /** For an answer that is only text. */
  const toolResult = (output: unknown) => {
    const blocks = resultBlocks(output);
    expect(blocks).toHaveLength(1);
    const [only] = blocks as [Extract<ResultBlock, { kind: 'words' }>];
    return only.result;
  };
  const content = (text: string) => [{ type: 'text', text }];

  it('is its structured content where there is one', () => {
    const result = toolResult({ content: content('ignored'), structuredContent: { success: true } });
    expect(result).toMatchObject({ kind: 'rows', rows: [{ path: 'success', value: { text: 'true' } }] });
    expect(toolResult({ content: [], structuredContent: invoices }).kind).toBe('table');
  });

  it('is JSON where the text is JSON, and text otherwise', () => {
    expect(toolResult({ content: content('[{"a": 1}]') }).kind).toBe('table');
    expect(toolResult({ content: content('{not json') })).toEqual({
      kind: 'text',
      text: '{not json',
      cutFrom: null,
    });
  });

  it('is an error when it says so', () => {
    expect(toolResult({ content: content('No such order.'), isError: true, structuredContent: {} })).toEqual({
      kind: 'error',
      text: 'No such order.',
    });
  });

  it('names what is not shown, and fetches nothing', () => {
    const result = toolResult({ content: [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }] });
    expect(result).toMatchObject({ text: '[image, image/png, not shown]' });
  });

  it.each([{ data: [], meta: { hasNextPage: false } }, { accounts: [] }, []])(
    'is an empty list: %j',
    (none) => {
      expect(toolResult({ content: [], structuredContent: none })).toEqual({ kind: 'none' });
    },
  );

  it('is cut when it is very long, and says of how much', () => {
    expect(toolResult('x'.repeat(50_000))).toMatchObject({ kind: 'text', cutFrom: 50_000 });
  });

  it.each([undefined, null, '', { content: [] }])('is nothing: %j', (output) => {
    expect(toolResult(output)).toEqual({ kind: 'empty' });
  });
});
