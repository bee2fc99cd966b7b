import 'server-only';
/**
 * What somebody allowed ahead. A grant is given on a card, where the policy lets it be; it is looked up anew for
 * every call, and used up in the transaction that takes the call.
 */
import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { AppError } from '@/lib/errors';
import type { CallRow } from '@/lib/execution/ledger';
import type { Caller } from '@/lib/people/caller';
import type { ConnectedTool } from '@/lib/tools/types';
import { fits, type KeptBound, keptBounds, tooLargeToKeep } from './grant-bounds';
import type { GrantWish } from './grant-view';

const { chats, grants } = schema;

/** At most so long, in days; this long where nothing is said. */
const MOST_DAYS = 90;

/** Open grants for the calls of one person: each judgement reads them all. */
const MOST_OPEN = 200;

/** A grant that may hold, as a judgement looks at it. */
export interface StandingGrant {
  id: string;
  server: string;
  tool: string;
  contractHash: string;
  rulesHash: string;
  bounds: KeptBound[];
}

/** Neither revoked nor past its time nor used up. */
export const isOpen = and(
  isNull(grants.revokedAt),
  gt(grants.expiresAt, sql`now()`),
  or(isNull(grants.remaining), gt(grants.remaining, 0)),
);

/** For a query of chats: the open grants of the chat's owner that hold in it. */
export const grantsOf = sql<StandingGrant[]>`(select coalesce(json_agg(json_build_object('id', ${grants.id},
    'server', ${grants.server}, 'tool', ${grants.tool}, 'contractHash', ${grants.contractHash},
    'rulesHash', ${grants.rulesHash}, 'bounds', ${grants.bounds}) order by ${grants.createdAt}), '[]')
  from ${grants} where ${grants.userId} = ${chats.userId} and ${grants.teamId} = ${chats.teamId}
    and (${grants.chatId} is null or ${grants.chatId} = ${chats.id}) and ${isOpen})`;

/** The first that lets this call run. Another contract, or other rules, and it is void. */
export function grantFor(
  standing: readonly StandingGrant[],
  { server, name, contractHash }: Pick<ConnectedTool, 'server' | 'name' | 'contractHash'>,
  rulesHash: string,
  input: unknown,
): StandingGrant | undefined {
  return standing.find(
    (grant) =>
      grant.server === server &&
      grant.tool === name &&
      grant.contractHash === contractHash &&
      grant.rulesHash === rulesHash &&
      fits(grant.bounds, input),
  );
}

/**
 * Gives a grant, in the transaction of the decision on the card.
 * @throws AppError bad_request: the call itself would not keep the bounds, a limit is none, or there is too much of it
 */
export async function giveGrant(
  tx: Transaction,
  grantedBy: string,
  {
    row,
    tool,
    rulesHash,
  }: { row: typeof schema.approvals.$inferSelect; tool: ConnectedTool; rulesHash: string },
  { thisChat, times, until, bounds }: GrantWish,
): Promise<void> {
  const input: unknown = JSON.parse(row.input);
  if (!fits(bounds, input)) {
    throw new AppError('bad_request', 'This call itself would not keep these bounds. Nothing was decided.');
  }
  const complaint = tooLargeToKeep(bounds, input) ?? (await tooMany(tx, row));
  if (complaint !== null) throw new AppError('bad_request', `${complaint} Nothing was decided.`);
  const most = sql`now() + interval '${sql.raw(String(MOST_DAYS))} days'`;
  const end = until === null ? most : sql`least(${most}, ${until}::timestamptz)`;
  await tx.insert(grants).values({
    ...{ id: randomToken(), teamId: row.teamId, userId: row.requestedBy, grantedBy, approvalId: row.id },
    ...{ server: tool.server, tool: tool.name, title: row.title, contractHash: tool.contractHash, rulesHash },
    ...{
      bounds: keptBounds(bounds, input),
      chatId: thisChat ? row.chatId : null,
      remaining: times,
      expiresAt: end,
    },
  });
}

/** Of those given in the same moment on several cards a few may pass. */
async function tooMany(
  tx: Transaction,
  { teamId, requestedBy }: typeof schema.approvals.$inferSelect,
): Promise<string | null> {
  const his = and(eq(grants.teamId, teamId), eq(grants.userId, requestedBy), isOpen);
  if ((await tx.$count(grants, his)) < MOST_OPEN) return null;
  return `${MOST_OPEN} things are allowed ahead for this person already: take some back first.`;
}

/**
 * Uses a grant for a call that is about to be taken, in that transaction.
 * @returns who gave it; nothing when it does not hold any more
 */
export async function spendGrant(
  tx: Transaction,
  id: string,
  { chatId }: CallRow,
): Promise<string | undefined> {
  const [used] = await tx
    .update(grants)
    .set({ remaining: sql`${grants.remaining} - 1`, used: sql`${grants.used} + 1` })
    .where(and(eq(grants.id, id), isOpen, or(isNull(grants.chatId), eq(grants.chatId, chatId))))
    .returning({ grantedBy: grants.grantedBy });
  return used?.grantedBy;
}

/** Which a person sees: his own and those he gave; an admin all of the team's. */
export function seenBy({ role, userId }: Caller): SQL | undefined {
  return role === 'admin' ? undefined : or(eq(grants.userId, userId), eq(grants.grantedBy, userId));
}

/**
 * Takes a grant back; the next call asks again. Once more changes nothing.
 * @throws AppError not_found: not there, or not this person's to see
 */
export async function revokeGrant(db: Database, caller: Caller, id: string): Promise<void> {
  const mine = and(eq(grants.id, id), eq(grants.teamId, caller.teamId), seenBy(caller));
  const [found] = await db.select({ id: grants.id }).from(grants).where(mine);
  if (!found) throw new AppError('not_found', 'There is no such grant.');
  await db
    .update(grants)
    .set({ revokedAt: sql`now()`, revokedBy: caller.userId })
    .where(and(mine, isNull(grants.revokedAt)));
}
