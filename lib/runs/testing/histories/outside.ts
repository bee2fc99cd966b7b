/** Histories of other clients: their calls with a token are in a chat of that token. */
import { sql } from 'drizzle-orm';
import { rowsOf } from '@/db/client';
import { newId } from '@/db/ids';
import type { OutsideHarness } from '@/lib/outside/testing/outside-harness';
import type { Chance } from './chance';
import { tried, until } from './player';

/** @returns the token's chat */
export async function playOutside(harness: OutsideHarness, chance: Chance): Promise<string> {
  const { harness: team, db } = harness;
  const { token, id: tokenId } = await harness.token(team.admin, `Laptop ${chance.between(1, 99)}`);
  const client = await harness.client(token);
  for (let more = chance.between(1, 3); more > 0; more--) {
    const kind = chance.pick(['read', 'create', 'delete', 'delete', 'gone', 'wrong']);
    if (kind === 'read') await client.callTool({ name: 'customers_list', arguments: { limit: 1 } });
    else if (kind === 'wrong')
      await client.callTool({ name: 'customers_get', arguments: { customerId: 'no' } });
    else if (kind === 'create')
      await client.callTool({ name: 'customer_create', arguments: { name: `Out ${newId('n')}` } });
    else await askToDelete(harness, client, chance, kind === 'gone');
  }
  await client.close();
  await harness.quiet();
  const [chat] = await rowsOf<{ id: string }>(db, sql`select id from chats where token_id = ${tokenId}`);
  if (!chat) throw new Error('The token has no chat.');
  return chat.id;
}

async function askToDelete(
  harness: OutsideHarness,
  client: Awaited<ReturnType<OutsideHarness['client']>>,
  chance: Chance,
  isGone: boolean,
): Promise<void> {
  const { id } = await harness.harness.office.addCustomer();
  const patience = new AbortController();
  const call = { name: 'customer_delete', arguments: { customerId: id } };
  const answered = client.callTool(call, { signal: patience.signal }).catch(() => undefined);
  const card = await harness.card(id);
  if (isGone) {
    patience.abort('Esc');
    await answered;
    await harness.quiet();
    if (chance.percent(40)) return;
  }
  const decision = chance.percent(60) ? ('confirm' as const) : ('cancel' as const);
  await tried(harness.harness.decide(card.id, decision, decision === 'cancel' ? 'No.' : undefined));
  if (!isGone) await answered;
  await until('the end of its run', async () => {
    return (
      (
        await rowsOf(
          harness.db,
          sql`select 1 from runs join approvals on run_id = runs.id where approvals.id = ${card.id} and runs.status = 'running'`,
        )
      ).length === 0
    );
  });
}
