import 'server-only';
/**
 * A call of another client begins: as a run of its own, or as one that waits already. Whoever asks joins it with the
 * request that waits for its outcome.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type Database, type Queryable, rowsOf } from '@/db/client';
import { randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { lockChat, type RunRow } from '@/lib/approvals/settle';
import { AppError } from '@/lib/errors';
import { isHeard } from '@/lib/execution/heard';
import type { Caller } from '@/lib/people/caller';
import { owner } from '@/lib/runs/owner';
import { endIfLapsed } from './end';
import { tellHeard, type WaitingRequest } from './request';
import { withdrawUnheard } from './withdraw';

const { outsideRequests, runs } = schema;

/** Calls of one token that may wait for a person. */
const MOST_WAITING = 20;
const TOO_MANY = `${MOST_WAITING} calls of this token wait for a decision already. Ask once those are decided.`;

/** Requests of one token that may wait for calls: twice as many, for whoever asks anew before the cut is noticed. */
const MOST_OPEN = 2 * MOST_WAITING;
const TOO_MANY_OPEN = `${MOST_OPEN} requests of this token wait already. Ask once some of them are answered.`;

/** Calls of one token with a card that may be called off within an hour: each leaves a card and a receipt for good. */
const MOST_CALLED_OFF = 60;
const TOO_MANY_CALLED_OFF = `${MOST_CALLED_OFF} calls of this token were called off within an hour. Nothing was asked; wait for a while.`;

/** A call that is being withdrawn is over soon: looked at so often, and every so many milliseconds. */
const MOST_TRIES = 50;
const SAME_MS = 100;

/** Who calls: a client with a token of this person. */
export interface OutsideCaller {
  caller: Caller;
  tokenId: string;
  chatId: string;
  /** What the client calls itself; null when it does not say. */
  client: string | null;
}

/**
 * Writes down that a client calls. The same call as one about which a person was asked, and whose outcome nobody has got
 * yet, is that one: there is no second card.
 * @param request waits for its outcome from here on
 * @param askedHash of tool and arguments, where a person will be asked; null otherwise
 * @returns the run, and whether it is this request's to drive
 * @throws AppError unauthorized: the token does not hold any more; too_many_requests: so many of its calls or requests
 *   wait, or were called off within the hour; unavailable: what it was called off for is still on its way to its end
 */
export async function beginCall(
  db: Database,
  from: OutsideCaller,
  request: WaitingRequest,
  askedHash: string | null,
): Promise<{ run: RunRow; isNew: boolean }> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const id = await beginRun(db, from, askedHash);
    if (id) await request.join(db, id);
    const [run] = id
      ? await db.select().from(runs).where(eq(runs.id, id))
      : await db.select().from(runs).where(isSame(from.tokenId, askedHash));
    if (run && id) return { run, isNew: true };
    if (!run && askedHash === null) throw gone();
    if (!run && !(await holds(db, from.tokenId))) throw gone();
    if (run && (await isTooOld(db, run))) continue;
    if (run && (await joinCall(db, run, request))) return { run, isNew: false };
    await sleep(SAME_MS);
  }
  throw new AppError(
    'unavailable',
    'The same call comes from too many sides at once. Try again in a moment.',
  );
}

/**
 * This request waits for the call as well.
 * @returns false when that is just being withdrawn: then it is another call
 * @throws AppError too_many_requests: so many of its token wait
 */
export async function joinCall(
  db: Database,
  { id, chatId, tokenId }: RunRow,
  request: WaitingRequest,
): Promise<boolean> {
  const joined = await db.transaction(async (tx) => {
    await lockChat(tx, chatId);
    const [found] = await tx.select({ run: runs, heard: isHeard }).from(runs).where(eq(runs.id, id));
    if (!found) return undefined;
    const { status, withdrawnAt } = found.run;
    const isOpen = status === 'running' || status === 'waiting';
    if (isOpen && withdrawnAt !== null) return undefined;
    if (isOpen && tokenId && (await openOf(tx, tokenId)) >= MOST_OPEN) {
      throw new AppError('too_many_requests', TOO_MANY_OPEN);
    }
    if (await request.join(tx, id)) await withdrawUnheard(tx, id);
    return { isFirst: !found.heard };
  });
  // Only whether anybody waits stands on the card.
  if (joined?.isFirst) await tellHeard(db, request.key, true);
  return joined !== undefined;
}

/** Requests of this token that wait for a call. */
function openOf(tx: Queryable, tokenId: string): Promise<number> {
  const isOurs = and(eq(outsideRequests.tokenId, tokenId), isNotNull(outsideRequests.runId));
  const isFresh = sql`${outsideRequests.beatAt} > now() - interval '15 seconds'`;
  return tx.$count(outsideRequests, and(isOurs, isNull(outsideRequests.endedAt), isFresh));
}

const gone = () => new AppError('unauthorized', 'This token does not hold any more. Nothing ran.');

/** Of calls that will ask one begins after the other: however many come at once, no more wait than may. */
function beginRun(db: Database, from: OutsideCaller, askedHash: string | null): Promise<string | undefined> {
  if (askedHash === null) return insertRun(db, from, null, sql`for share`);
  return db.transaction(async (tx) => {
    const id = await insertRun(tx, from, askedHash, sql`for no key update`);
    const isTooMany = id && (await tx.$count(runs, waitsOf(from.tokenId))) > MOST_WAITING;
    if (isTooMany) throw new AppError('too_many_requests', TOO_MANY);
    const isOff = sql`${runs.withdrawnAt} > now() - interval '1 hour' and ${runs.askedHash} is not null`;
    const isRestless =
      id && (await tx.$count(runs, and(eq(runs.tokenId, from.tokenId), isOff))) >= MOST_CALLED_OFF;
    if (isRestless) throw new AppError('too_many_requests', TOO_MANY_CALLED_OFF);
    return id;
  });
}

/** In one statement with a look at the token: whoever revokes it waits, or nothing begins. */
async function insertRun(
  db: Queryable,
  { chatId, tokenId, client }: OutsideCaller,
  askedHash: string | null,
  lock: SQL,
): Promise<string | undefined> {
  const [row] = await rowsOf<{ id: string }>(
    db,
    sql`insert into runs (id, chat_id, user_message_id, message_id, status, owner, token_id, client, asked_hash)
      select ${randomToken()}, ${chatId}, '', ${randomToken()}, 'running', ${owner}, tokens.id, ${client}, ${askedHash}
      from tokens where tokens.id = ${tokenId} and revoked_at is null and expires_at > now() ${lock}
      on conflict (token_id, asked_hash) where asked_hash is not null and answered_at is null do nothing
      returning id`,
  );
  return row?.id;
}

/** Its calls that wait for a person, and those that are about to. */
function waitsOf(tokenId: string) {
  const pending = sql`exists (select 1 from approvals where approvals.run_id = runs.id and approvals.status = 'pending')`;
  const unasked = sql`not exists (select 1 from approvals where approvals.run_id = runs.id)`;
  const isOpen = and(inArray(runs.status, ['running', 'waiting']), isNotNull(runs.askedHash));
  return and(eq(runs.tokenId, tokenId), isOpen, or(pending, and(eq(runs.status, 'running'), unasked)));
}

function isSame(tokenId: string, askedHash: string | null) {
  return and(eq(runs.tokenId, tokenId), eq(runs.askedHash, askedHash ?? ''), isNull(runs.answeredAt));
}

/** Whether the token may still be used. */
export async function holds(db: Queryable, tokenId: string): Promise<boolean> {
  const { tokens } = schema;
  const isOpen = and(eq(tokens.id, tokenId), isNull(tokens.revokedAt), sql`${tokens.expiresAt} > now()`);
  return (await db.$count(tokens, isOpen)) > 0;
}

/** Its decision was not used in time, or its outcome is an old one: then this is another call. */
function isTooOld(db: Database, run: RunRow): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockChat(tx, run.chatId);
    return endIfLapsed(tx, run);
  });
}
