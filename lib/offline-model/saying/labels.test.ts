import { expect, it } from 'vitest';
import { labelOf } from '@/components/tool-call/table/labels';
import { heading } from './format';

it.each([
  'number',
  'customerName',
  'openAmount',
  'dueDate',
  'iban',
  'id',
  'taxRate',
  'opening_hours',
  '2026-10',
])('the page calls a field what the answer calls it: %s', (name) => {
  expect(labelOf([name])).toBe(heading(name));
});
