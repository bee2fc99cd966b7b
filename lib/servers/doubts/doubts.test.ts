/** Which hints are doubted, because of which words. */
import { expect, it } from 'vitest';
import { type Doubtable, doubtsOf } from './doubts';

const READS = { readOnlyHint: true };
const ADDS = { readOnlyHint: false, destructiveHint: false };
const AGAIN = { readOnlyHint: false, idempotentHint: true };

function doubts(name: string, annotations: Record<string, unknown>, more: Partial<Doubtable> = {}): string[] {
  const tool = { name, title: name, description: '', inputSchema: { type: 'object' }, annotations, ...more };
  return doubtsOf(tool).map(({ hint, by, word }) => `${hint} ${by} ${word}`);
}
const taking = (properties: Record<string, unknown>) => ({ inputSchema: { type: 'object', properties } });

it.each([
  ...[
    'delete_customer',
    'deleteCustomer',
    'DELETE-customer',
    'shop_delete',
    'API-delete-a-block',
    'order_cancel',
  ],
  ...[
    'read_and_delete',
    'find-or-create_customer',
    'send_mail',
    'hubspot-batch-update-objects',
    'create_issue',
  ],
  ...['delete_draft', 'gmail_delete_draft', 'cancel_plan', 'remove_quote', 'delete_estimate'],
  ...['google_calendar_delete_event', 'acme_crm_delete_customer', 'crm_customers_delete_by_id'],
  ...['crm_delete_all_types', 'shop_delete_customer_details', 'list_delete', 'crm_list_delete_by_id'],
  ...['crm_remove_from_list', 'iam_delete_policy', 'mail_delete_template', 'draft_delete', 'DeletePlan'],
  ...['deletes_customer', 'acme_crm_purges_orders', 'dry_goods_delete_order'],
  ...['delete_history', 'files.remove', 'update_status', 'deleteURL', 'kubectl_delete', 'clear'],
])('a tool called %s that only reads is doubted', (name) => {
  expect(doubts(name, READS).join()).toMatch(/^readOnlyHint name /);
});

it.each([
  ...[
    'list_deleted',
    'order_cancel_preview',
    'drop_lookup',
    'wipe_dry_run',
    'undo_send_risk',
    'preview_delete',
    'get_last_update',
    'search_and_list',
    'git_log',
  ],
  ...[
    'commit_history',
    'create_chart',
    'create_mobile_lwc_contacts',
    'run_soql_query',
    'add',
    'generate_report',
  ],
  ...['updates', 'deletion_log', 'transfer_fees', 'check_for_update', 'simulate_transfer'],
  ...[
    '',
    '削除',
    'dropbox_search',
    'undelete_preview',
    'help_delete',
    'order_update_history',
    'cancellation_policy',
    'create_draft',
    'send_quote',
    'list_cancel_reasons',
    'user_delete_log',
    'crm_order_cancel_reasons',
    'password_reset_email_templates',
    'get_customers_delete_rate',
    'list_deletes',
    'customer_deletes',
    'kills_per_match',
    'air_drops_by_region',
    'consultar_datos_del_cliente',
    'customer_updates',
    'help_delete_by_id',
  ],
])('a tool called "%s" that only reads is not', (name) => {
  expect(doubts(name, READS)).toEqual([]);
});

it('what destroys nothing and deletes is doubted, and so is what can write over what is there', () => {
  expect(doubts('delete_note', ADDS)).toEqual(['destructiveHint name delete']);
  expect(doubts('overwrite', ADDS)).toEqual(['destructiveHint name overwrite']);
  expect(doubts('save_file', ADDS, taking({ overwrite: { type: 'boolean' } }))).toEqual([
    'destructiveHint argument overwrite',
  ]);
  expect(doubts('save_file', ADDS, taking({ overwrite: { type: 'boolean', const: false } }))).toEqual([]);
  expect(doubts('update_note', ADDS)).toEqual([]);
  expect(doubts('add_note', ADDS)).toEqual([]);
});

it('what can be called again and does something again is doubted, but not where a server knows calls that it had', () => {
  expect(doubts('send_mail', AGAIN)).toEqual(['idempotentHint name send']);
  expect(doubts('add_credit', AGAIN, taking({ amount: { type: 'number' } }))).toEqual([
    'idempotentHint argument amount',
  ]);
  expect(doubts('stock_set', AGAIN, taking({ amount: { type: 'number' } }))).toEqual([]);
  expect(doubts('stock', AGAIN, taking({ increaseBy: { type: ['integer', 'null'] } }))).toEqual([
    'idempotentHint argument increaseBy',
  ]);
  const keyed = { amount: { type: 'number' }, idempotencyKey: { type: 'string' } };
  expect(doubts('pay_invoice', AGAIN, taking(keyed))).toEqual([]);
  expect(doubts('create_directory', AGAIN)).toEqual([]);
  expect(doubts('update_note', AGAIN)).toEqual([]);
});

it('a title and the beginning of a description are read as well', () => {
  expect(doubts('x1', READS, { title: 'Delete a customer' })).toEqual(['readOnlyHint title delete']);
  expect(doubts('x1', READS, { description: 'Permanently deletes the customer.' })).toEqual([
    'readOnlyHint description delete',
  ]);
  for (const description of [
    'Updates on your orders.',
    'Drop-down values.',
    'Lists what was deleted.',
    'Set of rules.',
  ])
    expect(doubts('x1', READS, { description })).toEqual([]);
});

it('a lie about both is doubted in both, and what makes us more careful never is', () => {
  expect(doubts('delete_all', { readOnlyHint: true, destructiveHint: false, idempotentHint: true })).toEqual([
    'readOnlyHint name delete',
    'destructiveHint name delete',
  ]);
  expect(doubts('delete_all', { readOnlyHint: false, destructiveHint: true, idempotentHint: false })).toEqual(
    [],
  );
  expect(doubts('delete_all', {})).toEqual([]);
  expect(doubts('delete_all', { readOnlyHint: 'true' })).toEqual([]);
});

it('hostile schemas are read as data', () => {
  const odd = [
    null,
    7,
    [],
    { __proto__: null },
    { properties: null },
    { properties: { overwrite: null, amount: 7 } },
  ];
  for (const inputSchema of odd) expect(doubts('add_x', { ...ADDS, ...AGAIN }, { inputSchema })).toEqual([]);
  const types: unknown[] = [
    { toString: 1 },
    { toString: null, valueOf: null },
    [{ toString: 1 }],
    [[[['number']]]],
    null,
  ];
  for (const type of types) {
    const inputSchema = { properties: { overwrite: { type }, amount: { type }, delta: { type } } };
    expect(doubts('add_x', { ...ADDS, ...AGAIN }, { inputSchema })).toEqual([]);
  }
  const long = `${'a'.repeat(50_000)} delete`;
  expect(doubts('x1', READS, { description: long, title: long })).toEqual([]);
});
