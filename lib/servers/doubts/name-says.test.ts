/** What tools' names promise. */
import { expect, it } from 'vitest';
import type { Risk } from '@/mcp/annotations';
import { nameDisagrees } from './name-says';

it.each<[string, Risk, boolean, Risk | null]>([
  ['delete_customer', 'read-only', true, 'destructive'],
  ['deleteCustomer', 'write', true, 'destructive'],
  ['delete_customer', 'destructive', true, null],
  ['files.remove', 'read-only', true, 'destructive'],
  ['read_and_delete', 'read-only', true, 'destructive'],
  ['create_invoice', 'read-only', true, 'write'],
  ['create_invoice', 'write', true, null],
  ['read_file', 'destructive', true, 'read-only'],
  ['read_file', 'destructive', false, null],
  ['simulate-research-query', 'destructive', true, null],
  ['query', 'destructive', true, 'read-only'],
  ['run_query', 'read-only', true, 'write'],
  ['files.upload', 'read-only', true, 'write'],
  ['list_deleted', 'read-only', true, null],
  ['thing', 'read-only', true, null],
  ['', 'read-only', true, null],
])('%s, declared %s (%s): %s', (name, declared, declares, suggested) => {
  expect(nameDisagrees(name, declared, declares)).toBe(suggested);
});
