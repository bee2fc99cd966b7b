/** Another client's call, sent to one process and decided on the other: one card, one decision, one execution. */
import { expect, test } from '@playwright/test';
import { App } from '../../app';
import { connectClient, isThere, type Mode, makeToken, newCustomer } from '../../outside-client';
import type { Session } from '../../session';

let a: App;
let b: App;
let onA: Session;
let onB: Session;
let token = '';

test.beforeAll(async () => {
  a = await App.start();
  b = await a.another();
  onA = await a.signIn('member');
  onB = await b.signIn('member');
  token = await makeToken(onA, 'On A', ['customers.read', 'customers.write']);
});

test.afterAll(async () => {
  await b?.stop();
  await a?.stop();
});

async function card(session: Session): Promise<string> {
  const waiting = () => session.call<{ approvals: { id: string }[] }>('GET', '/api/approvals?status=pending');
  await expect.poll(async () => (await waiting()).body.approvals.length).toBe(1);
  return (await waiting()).body.approvals[0]?.id ?? '';
}

const deletion = (customerId: string) => ({ name: 'customer_delete', arguments: { customerId } });

async function executions(customerId: string): Promise<number> {
  const rows = await a.sql`select 1 from calls
    where tool = 'customer_delete' and status = 'success' and input::json->>'customerId' = ${customerId}`;
  return rows.length;
}

for (const mode of ['auto', 'legacy'] as const satisfies readonly Mode[]) {
  test(`asked of A by a client of ${mode}, decided on B: A answers it`, async () => {
    const [gone, kept] = [await newCustomer(a), await newCustomer(a)];
    const client = await connectClient(a.url, token, mode, 'Desk');
    const confirming = client.callTool(deletion(gone));
    expect((await onB.decide(await card(onB), 'confirm')).status).toBe(200);
    expect((await confirming).isError ?? false).toBe(false);
    const cancelling = client.callTool(deletion(kept));
    expect((await onB.decide(await card(onB), 'cancel')).status).toBe(200);
    expect((await cancelling).isError).toBe(true);
    expect([await isThere(a, gone), await isThere(a, kept)]).toEqual([false, true]);
    expect([await executions(gone), await executions(kept)]).toEqual([1, 0]);
    await client.close();
  });
}

test('A dies while a client waits there: confirmed on B nothing runs until it asks again, on B, and then once', async () => {
  const gone = await newCustomer(a);
  const first = await connectClient(a.url, token, 'auto', 'Desk');
  const lost = first.callTool(deletion(gone)).catch(() => 'lost');
  const asked = await card(onB);
  await a.kill();
  await lost;
  expect((await onB.decide(asked, 'confirm')).status).toBe(200);
  expect(await isThere(b, gone)).toBe(true);
  const second = await connectClient(b.url, token, 'auto', 'Desk');
  expect((await second.callTool(deletion(gone))).isError ?? false).toBe(false);
  expect([await isThere(b, gone), await executions(gone)]).toEqual([false, 1]);
  await second.close();
  await a.revive();
});
