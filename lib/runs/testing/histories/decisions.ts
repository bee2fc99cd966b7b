/** What people do with the cards and the unknown calls of a history. */
import { sql } from 'drizzle-orm';
import { editApproval } from '@/lib/approvals/edit';
import type { GrantWish } from '@/lib/grants/grant-view';
import { expireCards } from '@/lib/housekeeping/expire-cards';
import type { Caller } from '@/lib/people/caller';
import { allLive } from '@/lib/runs/follow/live';
import { type Player, tried } from './player';

type Card = Awaited<ReturnType<Player['cards']>>[number];

const REASONS = ['', 'Not this one.', 'Das ist der falsche Kunde.', 'Use the archive instead of deleting.'];

/** Decides cards until none is pending or the rest is left pending. */
export async function decideCards(player: Player): Promise<void> {
  for (let round = 0; round < 6; round++) {
    const cards = await player.cards();
    if (cards.length === 0) break;
    if (round > 0 && player.chance.percent(12)) return;
    for (const card of cards) await treat(player, card);
  }
  await sayWhatBecame(player);
}

async function treat(player: Player, card: Card): Promise<void> {
  const what = player.chance.weighted([
    [46, 'confirm'],
    [20, 'cancel'],
    [12, 'edit'],
    [7, 'grant'],
    [8, 'expire'],
    [7, 'leave'],
  ] as const);
  if (what === 'confirm') await confirm(player, card.id);
  else if (what === 'cancel')
    await decide(player, card.id, 'cancel', player.chance.pick(REASONS) || undefined);
  else if (what === 'edit') await edit(player, card);
  else if (what === 'grant') await grant(player, card.id);
  else if (what === 'expire') await expire(player, card.id);
}

/** By the owner, or by as many admins as are needed. */
async function confirm(player: Player, id: string): Promise<void> {
  const { harness, second, third } = player.team;
  const people = player.chance.percent(70) ? [player.owner] : [];
  for (const by of [...people, second, third, harness.admin]) {
    const status = await decide(player, id, 'confirm', undefined, by);
    if (status !== 'pending' && status !== undefined) return;
  }
}

function decide(
  { harness, owner }: Player,
  id: string,
  decision: 'confirm' | 'cancel',
  reason?: string,
  by: Caller = owner,
): Promise<string | undefined> {
  return tried(harness.decide(id, decision, reason, by));
}

async function edit(player: Player, card: Card): Promise<void> {
  const { harness, chance, owner, db } = player;
  const context = { db, caller: owner, signal: new AbortController().signal };
  const connectionsFor = harness.deps.connectionsFor;
  const input = { ...Object(card.input), note: `Changed: ${player.sentence()}` } as Record<string, unknown>;
  const changed = await tried(editApproval({ ...context, connectionsFor }, card.id, input));
  const id = changed?.approvalId ?? card.id;
  const then = chance.pick(['confirm', 'confirm', 'confirm', 'cancel', 'wait'] as const);
  if (then === 'confirm') await confirm(player, id);
  else if (then === 'cancel') await decide(player, id, 'cancel');
}

/** Confirms it, and allows calls like it ahead. */
export async function grant({ harness, chance, owner }: Player, id: string): Promise<void> {
  const wish: GrantWish = { thisChat: true, times: chance.pick([null, 1, 3]), until: null, bounds: [] };
  const done = await tried(harness.decide(id, 'confirm', undefined, owner, { grant: wish }));
  if (done === undefined) await tried(harness.decide(id, 'cancel', 'No grant for that.', owner));
}

async function expire({ harness, db }: Player, id: string): Promise<void> {
  await db.execute(sql`update approvals set expires_at = now() - interval '1 second' where id = ${id}`);
  await expireCards(harness.deps);
  await settled();
}

/** Waits until all live runs are stored. */
export async function settled(): Promise<void> {
  while (allLive().length > 0) await Promise.all(allLive().map((live) => live.done));
}

/** Resolves most of the unknown calls. */
export async function sayWhatBecame(player: Player): Promise<void> {
  const { harness, chance, chatId, owner } = player;
  const { second } = player.team;
  for (let round = 0; round < 4; round++) {
    const open = (await harness.unknownCalls(chatId, owner)).filter(({ resolution }) => resolution === null);
    if (open.length === 0 || chance.percent(20)) return;
    for (const { callId } of open) {
      const what = chance.pick(['happened', 'rerun', 'left', 'happened', 'left'] as const);
      await tried(harness.resolve(callId, what, chance.percent(75) ? owner : second));
    }
  }
}
