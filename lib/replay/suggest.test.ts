/** Suggestions: the narrowest bounds around what was confirmed, and never covering anything that was cancelled. */
import { expect, it } from 'vitest';
import { fits } from '@/lib/grants/grant-bounds';
import { PLAN_TOOL } from '@/lib/plans/plan-tool';
import type { RecordRow } from '@/lib/store/conversation/record';
import { Suggestions } from './suggest';

const ROW: RecordRow = {
  id: 'c',
  seq: 1,
  at: '2026-11-20T12:00:00Z',
  server: 's',
  tool: 'order_cancel',
  modelTool: 's__order_cancel',
  title: 'Cancel order',
  toolCallId: 't',
  chatId: 'chat',
  trusted: true,
  risk: 'destructive',
  asksAlways: false,
  input: '{}',
  status: 'success',
  dispatched: true,
  granted: false,
  userId: 'u',
  who: 'Mia',
  role: 'member',
  takesBack: [],
  ranBy: null,
  rule: 'destructive',
  requirement: 'ask',
  decided: 'confirmed',
  seconds: 4,
  grantable: true,
  outsideAt: null,
  outsideSinceAt: null,
  clearedAt: null,
};

function suggested(inputs: unknown[], cancelled: unknown[] = [], changes: Partial<RecordRow> = {}) {
  const all = new Suggestions();
  for (const input of inputs) all.add({ ...ROW, input: JSON.stringify(input), ...changes });
  for (const input of cancelled) all.add({ ...ROW, input: JSON.stringify(input), decided: 'cancelled' });
  return all.result();
}
const orders = (count: number, from = 0) =>
  Array.from({ length: count }, (_, nth) => ({
    id: `o-${nth}`,
    amount: `${from + nth}.50`,
    currency: 'EUR',
  }));

it('covers what was confirmed, and nothing wider: of amounts from the least to the most, the same where it was the same', () => {
  const [found] = suggested(orders(97, 100));
  expect(found).toMatchObject({ tool: 'order_cancel', confirmed: 97, meanSeconds: 4 });
  expect(found?.bounds).toEqual([
    { argument: 'amount', is: 'least', value: '100.50' },
    { argument: 'amount', is: 'most', value: '196.50' },
    { argument: 'currency', is: 'equal', value: 'EUR' },
    { argument: 'id', is: 'any', kind: 'string' },
    { is: 'only', arguments: ['id', 'amount', 'currency'] },
  ]);
  const bounds = found?.bounds ?? [];
  for (const input of orders(97, 100)) expect(fits(bounds, input)).toBe(true);
  expect(fits(bounds, { id: 'x', amount: '196.51', currency: 'EUR' })).toBe(false);
  expect(fits(bounds, { id: 'x', amount: '150.00', currency: 'USD' })).toBe(false);
  expect(fits(bounds, { id: 'x', amount: '150.00', currency: 'EUR', force: true })).toBe(false);
});

it('nothing that covers a call which anybody has cancelled, but what lies beside it', () => {
  const cancelled = { id: 'o-x', amount: '150.00', currency: 'EUR' };
  expect(suggested(orders(97, 100), [cancelled])).toEqual([]);
  expect(suggested(orders(97, 100), [{ ...cancelled, amount: '900.00' }])).toHaveLength(1);
});

it('a plan that was cancelled counts as a cancel of each of its steps, by whichever name it has the tool', () => {
  const within = { id: 'o-x', amount: '150.00', currency: 'EUR' };
  const withPlan = (...plans: unknown[]) => {
    const all = new Suggestions();
    const plan = { server: PLAN_TOOL.server, tool: PLAN_TOOL.name, title: 'Plan', grantable: false };
    for (const [at, input] of plans.entries())
      all.add({
        ...ROW,
        ...plan,
        input: typeof input === 'string' ? input : JSON.stringify(input),
        decided: at === 1 ? 'confirmed' : 'cancelled',
      });
    for (const input of orders(97, 100)) all.add({ ...ROW, input: JSON.stringify(input) });
    return all.result();
  };
  const step = (more: object, input: object = within) => ({
    steps: [{ step: 1, server: 's', tool: 'order_cancel', arguments: input, why: 'w', ...more }],
  });
  expect(withPlan(step({}))).toEqual([]);
  expect(withPlan(step({ tool: 's__order_cancel' }))).toEqual([]);
  expect(withPlan(step({}, { ...within, id: '$1.id' }))).toEqual([]);
  expect(withPlan(step({}, { ...within, id: '$$1.id' }))).toEqual([]);
  expect(withPlan('{"steps":[{"step":1,"ser')).toEqual([]);
  const beside = [
    step({ server: 't' }),
    step({ tool: 'order_show' }),
    step({}, { ...within, amount: '900.00' }),
  ];
  for (const other of beside) expect(withPlan(other, step({}))).toMatchObject([{ title: 'Cancel order' }]);
});

it('nothing of too few, of strangers, of what may not be allowed ahead, or of calls that are not alike', () => {
  expect(suggested(orders(4))).toEqual([]);
  expect(suggested(orders(9), [], { trusted: false })).toEqual([]);
  expect(suggested(orders(9), [], { grantable: false })).toEqual([]);
  expect(suggested(orders(9), [], { decided: 'other' })).toEqual([]);
  expect(suggested([...orders(9), { id: 'o', amount: '1.50' }])).toEqual([]);
  expect(suggested([...orders(9), { id: 'o', amount: 1.5, currency: 'EUR' }])).toEqual([]);
  expect(suggested([...orders(9), 'text'])).toEqual([]);
  expect(suggested(orders(9).map((order, nth) => ({ ...order, lines: [nth] })))).toEqual([]);
  expect(suggested(orders(9).map((order) => ({ ...order, lines: [1] })))).toHaveLength(1);
});

it('text that reads as a number in some calls only is any text', () => {
  const [found] = suggested([...orders(5), { id: 'o', amount: 'all', currency: 'EUR' }]);
  expect(found?.bounds).toContainEqual({ argument: 'amount', is: 'any', kind: 'string' });
});

it('over generated records: all that was confirmed fits, nothing that was cancelled does', () => {
  let state = 7;
  const random = (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % most;
  };
  let seen = 0;
  for (let nth = 0; nth < 500; nth++) {
    const input = () => ({ a: random(50), b: random(3) === 0, c: `x${random(2)}` });
    const confirmed = Array.from({ length: 5 + random(6) }, input);
    const cancelled = Array.from({ length: random(3) }, () => ({ ...input(), a: 30 + random(100) }));
    for (const { bounds } of suggested(confirmed, cancelled)) {
      seen += 1;
      expect(confirmed.every((one) => fits(bounds, one))).toBe(true);
      expect(cancelled.some((one) => fits(bounds, one))).toBe(false);
    }
  }
  expect(seen).toBeGreaterThan(50);
});
