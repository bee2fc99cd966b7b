/** What our own tools say, in German: only their texts, only known ones, and nothing lost. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cardSentence } from '@/components/tool-call/approval/approval-words';
import { previewSummary } from '@/components/tool-call/approval/preview-words';
import { nameOf } from '@/components/tool-call/call-name';
import { inOwnWords } from '@/components/tool-call/result/own-result';
import type { ResultTable } from '@/components/tool-call/result/result-table';
import { resultOf } from '@/components/tool-call/result/tool-result';
import { csvOf, pastedOf } from '@/components/tool-call/table/csv';
import { sampleApproval } from '@/components/tool-call/testing/sample-approval';
import { messagesFor, messagesOf } from './catalogue';
import { ownLines, ownWords, type Whose } from './own-words';
import { speak } from './say';

const amber = { server: 'amber', trusted: true };
const others = [
  { server: 'amber', trusted: false },
  { server: 'Amber ', trusted: true },
  { server: 'crm', trusted: true },
];

beforeEach(() => speak({ locale: 'de', messages: messagesOf('de') }));
afterEach(() => {
  vi.unstubAllGlobals();
  speak({ locale: 'en', messages: messagesOf('en') });
});

it('is told of our own tools only', () => {
  expect(ownWords(amber, 'Delete customer')).toBe('Kunde löschen');
  for (const other of others) {
    expect(ownWords(other, 'Delete customer')).toBe('Delete customer');
    expect(ownLines(other, [{ label: '2 orders', value: 'SO-1' }])).toEqual([
      { label: '2 orders', value: 'SO-1' },
    ]);
  }
});

it('writes how many of a line as the page writes numbers, and nothing else that looks like it', () => {
  const lines = [
    { label: '2 lines', value: '2.125 x Glazing, 1.5 x thick' },
    { label: '', value: '3 x Frame' },
    { label: 'Customer', value: '2.125 x Ltd' },
  ];
  const said = ownLines(amber, lines).map(({ value }) => value);
  expect(said).toEqual(['2,125 x Glazing, 1.5 x thick', '3 x Frame', '2.125 x Ltd']);
  expect(ownLines({ server: 'crm', trusted: true }, lines)).toEqual(lines);
});

it('stays as it came where it is not known', () => {
  for (const text of ['Delete customer ', 'constructor', 'sign-in.title', '', 'Delete {customer}']) {
    expect(ownWords(amber, text)).toBe(text);
  }
  speak({ locale: 'en', messages: messagesOf('en') });
  expect(ownWords(amber, 'Delete customer')).toBe('Delete customer');
});

it('is told of the workspace where there is one: another server may have its name where there is none', () => {
  const workspace = { server: 'workspace', trusted: true };
  const lines = [
    { label: 'Read', value: '.env' },
    { label: '', value: 'what it holds goes to the model, and stays in the chat' },
    { label: 'Effect', value: '1 change' },
    { label: 'And', value: '1204 more' },
  ];
  const said = () => ownLines(workspace, lines).map(({ label, value }) => [label, value].join(': '));
  expect([ownWords(workspace, 'Delete file'), ownWords(workspace, 'Delete customer'), ...said()]).toEqual([
    ...['Datei löschen', 'Delete customer', 'Gelesen: .env'],
    ': was darin steht, geht an das Modell und bleibt im Chat',
    ...['Wirkung: 1 Änderung', 'Und: 1.204 weitere'],
  ]);
  const messages = { ...messagesFor('de', 'every'), ...messagesFor('de', 'signed-in') };
  speak({ locale: 'de', messages });
  expect([ownWords(amber, 'Delete customer'), ownWords(workspace, 'Delete file')]).toEqual([
    'Kunde löschen',
    'Delete file',
  ]);
});

describe('a card', () => {
  it('says what it is about', () => {
    const approval = sampleApproval({
      description:
        'Deletes the customer with its orders and draft invoices. Refused while it has finalised, sent or paid invoices.',
    });
    expect(nameOf(approval)).toBe('Kunde löschen');
    expect(cardSentence(approval)).toBe(
      'Das lässt sich nicht rückgängig machen. Löscht den Kunden mit seinen Aufträgen und Rechnungsentwürfen. Wird abgelehnt, solange er andere Rechnungen hat. Fortfahren?',
    );
    expect(previewSummary(approval)).toBe('Halden Optics; 2 Aufträge; 1 Entwurf');
    const changed = sampleApproval({ description: 'Deletes the customer, and what it likes.' });
    expect(cardSentence(changed)).toContain('Deletes the customer, and what it likes.');
    const write = {
      risk: 'write',
      title: 'Create customer',
      preview: null,
      input: { name: 'Pike' },
    } as const;
    expect(cardSentence(sampleApproval(write))).toContain('„Kunde anlegen Pike“');
  });

  it('counts, and keeps the names of things', () => {
    const said = (label: string, value: string) =>
      ownLines(amber, [{ label, value }]).map((one) => [one.label, one.value]);
    expect(said('1 order', 'order')).toEqual([['1 Auftrag', 'order']]);
    expect(said('2,113 transactions', 'A')).toEqual([['2.113 Buchungen', 'A']]);
    expect(said('2 goats', 'A')).toEqual([['2 goats', 'A']]);
    expect(said('Customer', 'still on it')).toEqual([['Kunde', 'still on it']]);
    expect(said('Balance', 'still on it')).toEqual([['Kontostand', 'noch vorhanden']]);
    expect(said('Stays', '1 transaction')).toEqual([['Es bleiben', '1 Buchung']]);
    expect(said('Due', '30 days after finalising')).toEqual([['Fällig', '30 Tage nach dem Festschreiben']]);
  });

  it('says what becomes of a field that is taken back, and leaves what people wrote', () => {
    const said = (label: string, value: string, whose: Whose = amber) =>
      ownLines(whose, [{ label, value }]).map((one) => one.value)[0];
    expect(said('Status', 'sent → draft')).toBe('gesendet → Entwurf');
    expect(said('Status', 'in progress → open')).toBe('in Arbeit → offen');
    expect(said('Archived', 'yes → no')).toBe('ja → nein');
    expect(said('Tax rate', '13.5 % → 19 %')).toBe('13,5 % → 19 %');
    expect(said('Total', '-1,350.00 EUR → 0.05 EUR')).toBe('-1.350,00 EUR → 0,05 EUR');
    expect(said('Monthly budget', '– → 1,200.00')).toBe('– → 1.200,00');
    expect(said('Due', '– → 2026-11-30')).toBe('– → 30.11.2026');
    for (const [label, value] of [
      ['Name', 'sent → draft'],
      ['Note', '13.5 % → 1,350.00 EUR'],
      ['Status', 'sent → draft → paid'],
      ['constructor', '1.5 % → 2 %'],
    ] as const)
      expect(said(label, value)).toBe(value);
    expect(said('Status', 'sent → draft', { server: 'crm', trusted: true })).toBe('sent → draft');
    // If there is no workspace, another server may have its name.
    const workspace = { server: 'workspace', trusted: true };
    expect(said('Tax rate', '13.500 % → 19.000 %', workspace)).toBe('13.500 % → 19.000 %');
    // Not a valid date.
    expect(said('Due', '2026-02-31 → 2026-11-12')).toBe('2026-02-31 → 12.11.2026');
  });

  it('says how many more there are, and knows a thing that is only called so', () => {
    const group = (...values: string[]) =>
      ownLines(
        amber,
        values.map((value, at) => ({ label: at === 0 ? '6 lines' : '', value })),
      ).map(({ value }) => value);
    expect(group('A', 'B', 'and 4 more')).toEqual(['A', 'B', 'und 4 weitere']);
    expect(group('A', 'B', 'and 4 more, together')).toEqual(['A', 'B', 'und 4 weitere, zusammen']);
    for (const value of ['and 3 more', 'and 4 more or less'])
      expect(group('A', 'B', value)).toEqual(['A', 'B', value]);
    const inside = ['A', 'B', 'and 4 more', 'D', 'E', 'F'];
    expect(group(...inside)).toEqual(inside);
  });
});

it('names the columns of a result, on the page and not in a file', () => {
  const answer = { data: [{ id: 'inv_123456', customerName: 'Halden', daysLate: 3, foo: 'x' }], meta: {} };
  const shown = inOwnWords(amber, resultOf(answer));
  const table = shown.kind === 'table' ? shown.table : null;
  expect(table?.columns.map(({ label }) => label)).toEqual(['Kunde', 'Tage überfällig', 'Foo', 'ID']);
  expect(table && csvOf(table, table.columns, [0]).split('\r\n')[0]).toBe('Customer,Days late,Foo,ID');
  expect(table && pastedOf(table, table.columns, [0])).toMatch(/^Kunde\tTage überfällig\tFoo\tID\n/);
  const other = inOwnWords({ server: 'crm', trusted: true }, resultOf(answer));
  expect(other.kind === 'table' && other.table.columns.map(({ label }) => label)).toContain('Days late');
});

it('says the states that our tools know, in the field that has them, and a rate as one writes it', () => {
  vi.stubGlobal('document', { documentElement: { lang: 'de' } });
  const one = { number: 'INV-1', status: 'sent', note: 'sent', taxRate: 13.5 };
  const said = (whose: Whose) => {
    const shown = inOwnWords(whose, resultOf([one, one]));
    const table = shown.kind === 'table' ? shown.table : null;
    return table?.columns.map((column) => table.cell(0, column).text);
  };
  expect(said(amber)).toEqual(['INV-1', 'gesendet', '13,5 %', 'sent']);
  expect(said({ server: 'crm', trusted: true })).toEqual(['INV-1', 'sent', '13,5 %', 'sent']);
  const shown = inOwnWords(amber, resultOf(one));
  const fields = shown.kind === 'card' ? shown.card.fields : [];
  expect(fields.find(({ key }) => key === 'status')).toMatchObject({ text: 'gesendet', value: 'sent' });
  const { table } = inOwnWords(amber, resultOf([one, one])) as { table: ResultTable };
  expect(csvOf(table, table.columns, [0])).toContain('INV-1,sent,13.5,sent');
  expect(pastedOf(table, table.columns, [0])).toContain('INV-1\tgesendet\t13,5\tsent');
});

it('names the fields of a thing and its lists', () => {
  const answer = {
    id: 'inv_1',
    number: 'INV-1',
    customerId: 'cus_1',
    customerName: 'Halden',
    lines: [{ quantity: 1, amount: '2.00' }],
  };
  const shown = inOwnWords(amber, resultOf(answer));
  expect(shown.kind === 'record' && shown.tables.map(({ path, title }) => [path, title])).toEqual([
    ['lines', 'Positionen'],
  ]);
  const fields = shown.kind === 'record' ? (shown.card?.fields ?? []) : [];
  expect(fields.map(({ label }) => label)).toContain('Kunden-ID');
  expect(fields.flatMap(({ related }) => related?.noun ?? [])).toEqual(['Kunde']);
});

it('says what a tool of ours has done, and nothing that others call so', () => {
  const message = (text: string, whose: Whose = amber) => {
    const shown = inOwnWords(whose, resultOf({ success: true, message: text }));
    const [field] = shown.kind === 'card' ? shown.card.fields.filter(({ key }) => key === 'message') : [];
    return [field?.label, field?.text];
  };
  expect([
    message('Deleted draft invoice D-0148 of Halden Optics (1,350.00 EUR).'),
    message('Deleted Halden Optics, 2 orders (SO-1, SO-2), 1 draft invoice (D-1).'),
    message('Taken back: 1 customer changes back, 2 orders come back.'),
    message('Archived 2 paid invoices, 3 transactions, 0 inactive customers from before 2024-01-01.'),
    message('Something else.'),
  ]).toEqual([
    ['Meldung', 'Rechnungsentwurf D-0148 von Halden Optics gelöscht (1,350.00 EUR).'],
    ['Meldung', 'Gelöscht: Halden Optics, 2 Aufträge (SO-1, SO-2), 1 Entwurf (D-1).'],
    ['Meldung', 'Zurückgenommen: 1 Kunde wird wie vorher, 2 Aufträge kommen zurück.'],
    [
      'Meldung',
      'Aus der Zeit vor 2024-01-01 archiviert: 2 bezahlte Rechnungen, 3 Buchungen, 0 inaktive Kunden.',
    ],
    ['Meldung', 'Something else.'],
  ]);
  const theirs = 'Deleted draft invoice D-0148 of Halden Optics (1,350.00 EUR).';
  expect(message(theirs, { server: 'crm', trusted: true })).toEqual(['Message', theirs]);
});
