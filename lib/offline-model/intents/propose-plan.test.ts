import { describe, expect, it } from 'vitest';
import type { Exchange } from '../read-prompt';
import { proposedPlan } from './propose-plan';

const OFFERED = new Set(['propose_plan']);
const ask = (request: string, calls: Exchange['calls'] = []) => ({ request, files: [], calls });
const PLAN =
  'Plan: create customer Ada Optics, then an order for it over 1,200 EUR, reference SO-9000; order for it of 5.50, reference so-9001';

describe('a plan of the offline model', () => {
  it('is a customer, and orders that take over its id', () => {
    const request = PLAN.replace('; order', '; an order');
    const move = proposedPlan(ask(request), OFFERED);
    expect(move?.calls).toMatchObject([
      {
        tool: 'propose_plan',
        input: {
          steps: [
            { step: 1, server: 'amber', tool: 'customer_create', arguments: { name: 'Ada Optics' } },
            { step: 2, arguments: { customerId: '$1.customer.id', total: '1200.00', reference: 'SO-9000' } },
            { step: 3, arguments: { customerId: '$1.customer.id', total: '5.50', reference: 'SO-9001' } },
          ],
        },
      },
    ]);
  });

  it.each(['Plan: delete everything', 'Plan: an order for it over 5, reference SO-9000', PLAN])(
    'is nothing where not all of it is understood: %s',
    (request) => {
      const move = proposedPlan(ask(request), OFFERED);
      expect(move).toMatchObject({ calls: [], say: expect.stringContaining('Nothing was done') });
    },
  );

  it('is not asked for by other words, and not proposed where nobody offers it', () => {
    expect(proposedPlan(ask('What is the plan?'), OFFERED)).toBeUndefined();
    expect(proposedPlan(ask(PLAN), new Set())).toBeUndefined();
  });

  it('ends with what was done, and what was not', () => {
    const call = (tool: string, outcome: Exchange['calls'][number]['outcome']) => ({
      id: tool,
      tool,
      input: {},
      outcome,
    });
    const done = { kind: 'value', value: {} } as const;
    const told = (...calls: Exchange['calls']) => proposedPlan(ask(PLAN, calls), OFFERED)?.say;
    expect(told(call('propose_plan', { kind: 'denied', reason: '' }))).toContain('Nothing was done');
    expect(told(call('propose_plan', done), call('customer_create', done))).toBe('Done: create customer.');
    const failed = { kind: 'error', message: 'No.' } as const;
    const words = told(
      call('propose_plan', done),
      call('customer_create', done),
      call('order_create', failed),
    );
    expect(words).toBe(
      'The plan stopped. Done: create customer. Not done: create order, and what came after it.',
    );
  });
});
