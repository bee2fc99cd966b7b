import { expect, it } from 'vitest';
import type { PolicyRule } from './policy-rules';
import { whatDestroys } from './what-destroys';

const NO_RULE: PolicyRule = {
  server: 'amber',
  tool: null,
  own: false,
  effect: null,
  locked: false,
  critical: false,
  openForHours: null,
};
const of = (...rules: Partial<PolicyRule>[]) =>
  whatDestroys(
    rules.map((rule) => ({ ...NO_RULE, ...rule })),
    'admin',
  );

it('asks who wants it, unless a rule says something else of what destroys', () => {
  expect(of()).toBe('asks');
  expect(
    of({ tool: 'customers_list', effect: 'allow' }, { tool: 'customer_create', effect: 'ask_admin' }),
  ).toBe('asks');
  expect(of({ tool: 'customer_delete', effect: 'deny' })).toBe('asks');
});

it('runs unasked where a rule for the tool, for all of a server, or for another server lets it', () => {
  expect(of({ tool: 'customer_delete', effect: 'allow' })).toBe('unasked');
  expect(of({ effect: 'allow' })).toBe('unasked');
  expect(of({ server: 'crm', tool: 'purge', effect: 'allow' })).toBe('unasked');
  const asked = [
    { tool: 'customer_delete', effect: 'allow' },
    { tool: 'customer_delete', effect: 'ask', own: true },
  ] as const;
  expect(of(...asked)).toBe('asks');
});

it('asks an admin where a rule has it so', () => {
  expect(of({ tool: 'order_cancel', effect: 'ask_admin' })).toBe('admins');
  expect(of({ server: 'crm', effect: 'two_admins' })).toBe('admins');
  expect(
    of({ tool: 'order_cancel', effect: 'two_admins' }, { tool: 'customer_delete', effect: 'allow' }),
  ).toBe('unasked');
});
