/** Histories of other clients: what they call with a token stands in a chat of that token. */
import { sql } from 'drizzle-orm';
import { rowsOf } from '@/db/client';
import { newId } from '@/db/ids';
import type { OutsideTestHouse } from '@/lib/outside/testing/outside-house';
import type { Chance } from './chance';
import { tried, until } from './player';

/** @returns the token's chat */
export async function playOutside(house: OutsideTestHouse, chance: Chance): Promise<string> {
  const { house: team, db } = house;
  const { token, id: tokenId } = await house.token(team.admin, `Laptop ${chance.between(1, 99)}`);
  const client = await house.client(token);
  for (let more = chance.between(1, 3); more > 0; more--) {
    const kind = chance.pick(['read', 'create', 'delete', 'delete', 'gone', 'wrong']);
    if (kind === 'read') await client.callTool({ name: 'customers_list', arguments: { limit: 1 } });
    else if (kind === 'wrong')
      await client.callTool({ name: 'customers_get', arguments: { customerId: 'no' } });
    else if (kind === 'create')
      await client.callTool({ name: 'customer_create', arguments: { name: `Out ${newId('n')}` } });
    else await askToDelete(house, client, chance, kind === 'gone');
  }
  await client.close();
  await house.quiet();
  const [chat] = await rowsOf<{ id: string }>(db, sql`select id from chats where token_id = ${tokenId}`);
  if (!chat) throw new Error('The token has no chat.');
  return chat.id;
}

async function askToDelete(
  house: OutsideTestHouse,
  client: Awaited<ReturnType<OutsideTestHouse['client']>>,
  chance: Chance,
  isGone: boolean,
): Promise<void> {
  const { id } = await house.house.office.addCustomer();
  const patience = new AbortController();
  const call = { name: 'customer_delete', arguments: { customerId: id } };
  const answered = client.callTool(call, { signal: patience.signal }).catch(() => undefined);
  const card = await house.card(id);
  if (isGone) {
    patience.abort('Esc');
    await answered;
    await house.quiet();
    if (chance.percent(40)) return;
  }
  const decision = chance.percent(60) ? ('confirm' as const) : ('cancel' as const);
  await tried(house.house.decide(card.id, decision, decision === 'cancel' ? 'No.' : undefined));
  if (!isGone) await answered;
  await until('the end of its run', async () => {
    return (
      (
        await rowsOf(
          house.db,
          sql`select 1 from runs join approvals on run_id = runs.id where approvals.id = ${card.id} and runs.status = 'running'`,
        )
      ).length === 0
    );
  });
}
