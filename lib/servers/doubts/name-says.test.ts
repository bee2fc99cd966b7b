/** What tools' names promise. */
import { expect, it } from 'vitest';
import type { Risk } from '@/mcp/annotations';
import { nameDisagrees } from './name-says';

it.each<[string, Risk, Risk | null]>([
  ['delete_customer', 'read-only', 'destructive'],
  ['deleteCustomer', 'write', 'destructive'],
  ['delete_customer', 'destructive', null],
  ['files.remove', 'read-only', 'destructive'],
  ['read_and_delete', 'read-only', 'destructive'],
  ['create_invoice', 'read-only', 'write'],
  ['create_invoice', 'write', null],
  ['read_file', 'destructive', null],
  ['read_file', 'write', null],
  // As the reference filesystem server declares them.
  ['write_file', 'destructive', null],
  ['edit_file', 'destructive', null],
  ['move_file', 'destructive', null],
  ['write_file', 'read-only', 'write'],
  ['simulate-research-query', 'destructive', null],
  ['query', 'destructive', null],
  ['run_query', 'read-only', 'write'],
  ['files.upload', 'read-only', 'write'],
  ['list_deleted', 'read-only', null],
  ['thing', 'read-only', null],
  ['', 'read-only', null],
])('%s, declared %s: %s', (name, declared, suggested) => {
  expect(nameDisagrees(name, declared)).toBe(suggested);
});
