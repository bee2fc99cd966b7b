import { expect, it } from 'vitest';
import { failedCall } from './talk';

const plan = { does: 'delete Halden Optics' };

it('says why something was refused without the names by which models call tools', () => {
  const kept = 'Halden Optics cannot be deleted: 2 invoices must be kept.';
  expect(failedCall(plan, `${kept} Set the customer inactive with customer_update instead.`)).toBe(
    `I could not delete Halden Optics: ${kept} Set the customer inactive instead.`,
  );
  expect(failedCall(plan, 'No order has the reference SO-1. Use orders_list to find it.')).toBe(
    'I could not delete Halden Optics: No order has the reference SO-1.',
  );
});
