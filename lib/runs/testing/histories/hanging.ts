/** Answers in histories in which something does not end by itself. */
import { sql } from 'drizzle-orm';
import { rowsOf } from '@/db/client';
import { decideCards, settled } from './decisions';
import { type Player, until } from './player';

/**
 * Something hangs: the model, or a call. Undefined: the call that should have hung had to ask, or was refused, and that
 * was decided.
 */
export const hang = async (player: Player) => {
  const { chance, team } = player;
  team.servers.mayHang = true;
  let release = () => {};
  const hold = new Promise<void>((resolve) => {
    release = resolve;
    // Whatever happens in the history, the model answers in the end.
    setTimeout(resolve, 15_000).unref();
  });
  if (chance.percent(30)) {
    const asked = player.harness.prompts.length;
    const started = await player.start({ calls: [player.order('s__look')] }, { hold, text: 'Late.' });
    const isOver = overOf(started.live);
    await until('the second step', () => isOver() || player.harness.prompts.length >= asked + 2);
    if (isOver()) return ended(player);
    return { ...started, release, toolCallId: undefined };
  }
  const order = player.order(`s__${chance.pick(['look', 'add', 'put'])}`, 'hangs');
  const before = chance.percent(50) ? [{ text: 'First.', calls: [player.order('s__look')] }] : [];
  const beside = chance.percent(40) ? [player.order('s__add'), player.order('s__drop')] : [];
  const started = await player.start(
    ...before,
    { text: 'Then.', calls: [order, ...beside] },
    { text: 'Done.' },
  );
  const { id } = Object(order.input) as { id: string };
  const isOver = overOf(started.live);
  await until('the hanging call', () => isOver() || team.servers.arrived.has(id));
  if (isOver()) return ended(player);
  const [row] = await rowsOf<{ id: string }>(
    player.db,
    sql`select tool_call_id as id from calls where run_id = ${started.runId} and status = 'dispatched'`,
  );
  return { ...started, release, toolCallId: row?.id };
};

/** Returns a check of whether it is done. */
export function overOf(live: { done: Promise<unknown> }): () => boolean {
  let isOver = false;
  void live.done.then(() => {
    isOver = true;
  });
  return () => isOver;
}

async function ended(player: Player): Promise<undefined> {
  player.team.servers.mayHang = false;
  await settled();
  await decideCards(player);
}
