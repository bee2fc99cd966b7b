import { expect, it } from 'vitest';
import type { ReceiptBody, ReceiptView } from '@/lib/receipts/receipt-view';
import { recordTable, zonedIso } from './record-table';
import { storiesOf } from './stories';

const CALL = { run: 'r', toolCall: 'a', server: 'amber', tool: 'order_cancel' };

const receipt = (
  id: number,
  kind: string,
  body: ReceiptBody,
  { personName = null, ...more }: Partial<ReceiptView> = {},
): ReceiptView => ({
  id,
  seq: id,
  at: `2026-11-27T22:0${id}:00Z`,
  hash: '',
  kind,
  body,
  personName,
  forName: null,
  chatTitle: null,
  toolTitle: null,
  card: null,
  ...more,
});

const table = (receipts: ReceiptView[], others: ReceiptView[] = []) =>
  recordTable(storiesOf(receipts, others), 'Europe/Berlin').split('\r\n').slice(0, -1);

it('tells who confirmed what, in names, a line for each call', () => {
  const of = { forName: 'Noor Haddad', toolTitle: 'Cancel order', chatTitle: 'Cancel order SO-1582' };
  const preview = { lines: [{ label: 'Order', value: 'SO-1582' }] };
  const card = { server: 'amber', trusted: true, input: null, preview };
  const decided = receipt(2, 'decided', CALL, { ...of, personName: 'Imogen Finch', card });
  const others = [receipt(4, 'answered', { ...CALL, status: 'success' }, of), receipt(1, 'asked', CALL, of)];
  const [head, line, ...more] = table([decided], others);
  expect(more).toEqual([]);
  expect(head).toBe('When,Who,What happened,Tool,About,Decision,Decided by,Decided,Server,Chat');
  expect(line?.split(',')).toEqual([
    ...['2026-11-27T23:04:00+01:00', 'Noor Haddad', '“Cancel order” succeeded', 'Cancel order', 'SO-1582'],
    ...['Confirmed', 'Imogen Finch', '2026-11-27T23:02:00+01:00', 'amber', 'Cancel order SO-1582'],
  ]);
});

it('holds no id, hash or JSON, and no formula', () => {
  const body = { ...CALL, tool: '=HYPERLINK("x")', person: { id: 'usr_1', role: 'admin' } };
  const [, line = ''] = table([receipt(3, 'cancelled', body, { personName: '+SUM(A1)\u202e' })]);
  expect(line).not.toMatch(/usr_|\{|\u202e/);
  expect(line.split(',').slice(5, 7)).toEqual(['Cancelled', "'+SUM(A1)[U+202E]"]);
  expect(line).toContain(`"'=HYPERLINK(""x"")"`);
});

it('leaves empty what nobody decided', () => {
  const [, line] = table([receipt(5, 'signed in', { person: { id: 'u' } }, { personName: 'Ada' })]);
  expect(line).toBe('2026-11-27T23:05:00+01:00,Ada,“Ada” signed in,,,,,,,');
});

it.each([
  ['UTC', '2026-07-01T00:05:09+00:00'],
  ['Europe/Berlin', '2026-07-01T02:05:09+02:00'],
  ['America/New_York', '2026-06-30T20:05:09-04:00'],
  ['Asia/Kathmandu', '2026-07-01T05:50:09+05:45'],
])('says a time of %s as %s', (zone, words) => {
  expect(zonedIso('2026-07-01T00:05:09.123Z', zone)).toBe(words);
});
