import { expect } from 'vitest';
import { newId } from '@/db/ids';
import { noteEffect } from '@/db/queries/effects';
import { fingerprint } from '@/db/testing/fingerprint';
import { CALL_ID_META } from '../define-tool';
import { Office } from '../testing/office';
import { test } from '../testing/test';
import { ToolsClient } from '../testing/tools-client';

test.for(['auto', 'legacy'] as const)(
  'a call that took effect is found by its id, with its answer (%s)',
  async (mode, { office }) => {
    const { client } = await ToolsClient.connect(office.context(), mode);
    const callId = newId('call');
    const created = await client.callTool({
      name: 'customer_create',
      arguments: { name: newId('name') },
      _meta: { [CALL_ID_META]: callId },
    });
    const { structuredContent } = await client.callTool({ name: 'call_lookup', arguments: { callId } });
    expect(structuredContent).toEqual({ happened: true, result: created.structuredContent });
  },
);

test('a call that failed, was never made, or had no id did not happen', async ({ office, client }) => {
  const callId = newId('call');
  const args = { name: 'customer_delete', arguments: { customerId: 'nobody' } };
  const failed = await client.client.callTool({ ...args, _meta: { [CALL_ID_META]: callId } });
  expect(failed.isError).toBe(true);
  await client.call('customer_create', { name: newId('name') });
  for (const id of [callId, newId('call')]) {
    expect(await client.call('call_lookup', { callId: id })).toEqual({ happened: false, final: true });
  }
  await office.db.transaction((tx) => noteEffect({ db: tx }, { teamId: office.teamId, callId }));
  expect(await client.call('call_lookup', { callId })).toEqual({ happened: true });
});

test('a call of another team does not exist', async ({ office, client }) => {
  const other = await Office.open(office.db);
  const callId = newId('call');
  await office.db.transaction((tx) => noteEffect({ db: tx }, { teamId: other.teamId, callId }));
  expect(await client.call('call_lookup', { callId })).toEqual({ happened: false, final: true });
});

test('asking changes nothing, whatever is asked', async ({ office, client }) => {
  const before = await fingerprint(office.db);
  await client.call('call_lookup', { callId: newId('call') });
  for (const args of [{}, { callId: 'a b' }, { callId: '' }, { callId: 'x'.repeat(129) }]) {
    expect(await client.fail('call_lookup', args)).toContain('callId');
  }
  expect(await fingerprint(office.db)).toEqual(before);
});
