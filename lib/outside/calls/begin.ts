import 'server-only';
/**
 * Begins another client's call: as a run of its own, or by joining one that already waits. The client's request then
 * waits for its outcome.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@/db/client';
import { randomToken } from '@/db/ids';
import { AppError } from '@/lib/errors';
import { assertMayCall } from '@/lib/limits/budget';
import type { Caller } from '@/lib/people/caller';
import { owner } from '@/lib/runs/owner';
import { traceparentNow } from '@/lib/seeing/spans';
import { lockChat } from '@/lib/store/chats';
import { countWaitingRequests } from '@/lib/store/outside/outside-requests';
import {
  countCalledOff,
  countWaitingRuns,
  findRunHeard,
  findSameRun,
  insertOutsideRun,
  type OutsideRun,
} from '@/lib/store/outside/outside-runs';
import { type GrantedServer, tokenHolds, tokenNames } from '@/lib/store/outside/tokens';
import type { RunRow } from '@/lib/store/runs';
import { quoted } from '@/lib/values/text';
import { endIfLapsed } from './end';
import { tellHeard, type WaitingRequest } from './request';
import { withdrawUnheard } from './withdraw';

/** How many calls of one token may wait for a person. */
const MOST_WAITING = 20;
const TOO_MANY = `${MOST_WAITING} calls of this token wait for a decision already. Ask once those are decided.`;

/**
 * How many requests of one token may wait for calls: twice as many, since clients may ask again before a dropped
 * connection is noticed.
 */
const MOST_OPEN = 2 * MOST_WAITING;
const TOO_MANY_OPEN = `${MOST_OPEN} requests of this token wait already. Ask once some of them are answered.`;

/** How many calls with a card one token may call off per hour: each leaves a card and a receipt for good. */
const MOST_CALLED_OFF = 60;
const TOO_MANY_CALLED_OFF = `${MOST_CALLED_OFF} calls of this token were called off within an hour. Nothing was asked; wait for a while.`;

/** A call that is being withdrawn is soon over: how often, and at what interval, it is checked. */
const MOST_TRIES = 50;
const SAME_MS = 100;

/** The caller: a client with this person's token. */
export interface OutsideCaller {
  caller: Caller;
  tokenId: string;
  chatId: string;
  /** What the client calls itself; null when it does not say. */
  client: string | null;
  /** Whether the number of calls per minute is limited for its person. */
  isLimited?: boolean | undefined;
}

interface NewCall {
  askedHash: string | null;
  server?: GrantedServer | undefined;
}

/**
 * Records that a client calls. If a person was already asked about the same call and nobody has fetched its outcome
 * yet, the client joins that call: there is no second card.
 * @param request waits for the outcome from now on
 * @param call `askedHash`: of tool and arguments if a person will be asked, otherwise null; `server`: the connected
 *   server the tool belongs to, if any
 * @returns the run, and whether this request has to drive it
 * @throws AppError unauthorized: the token is no longer valid; forbidden: it no longer names the server;
 *   too_many_requests: too many of its calls or requests wait, or were called off within the hour; unavailable: the
 *   same call is still being withdrawn
 */
export async function beginCall(
  db: Database,
  from: OutsideCaller,
  request: WaitingRequest,
  call: NewCall,
): Promise<{ run: OutsideRun; isNew: boolean }> {
  const { askedHash, server } = call;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const begun = await beginRun(db, from, request, call);
    if (begun) {
      request.hasJoined(begun.joined);
      return { run: begun.run, isNew: true };
    }
    if (server && !(await tokenNames(db, from.tokenId, server))) throw notNamed(server);
    const run = await findSameRun(db, from.tokenId, askedHash);
    if (!run && askedHash === null) throw gone();
    if (!run && !(await tokenHolds(db, from.tokenId))) throw gone();
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
 * Makes this request wait for the call as well.
 * @returns false if the call is just being withdrawn: then a new call is needed
 * @throws AppError too_many_requests: too many requests of its token wait
 */
export async function joinCall(
  db: Database,
  { id, chatId, tokenId }: RunRow,
  request: WaitingRequest,
): Promise<boolean> {
  const joined = await db.transaction(async (tx) => {
    await lockChat(tx, chatId);
    const found = await findRunHeard(tx, id);
    if (!found) return undefined;
    const { status, withdrawnAt } = found.run;
    const isOpen = status === 'running' || status === 'waiting';
    if (isOpen && withdrawnAt !== null) return undefined;
    if (isOpen && tokenId && (await countWaitingRequests(tx, tokenId)) >= MOST_OPEN) {
      throw new AppError('too_many_requests', TOO_MANY_OPEN);
    }
    if (await request.join(tx, id)) await withdrawUnheard(tx, id);
    return { isFirst: !found.heard };
  });
  // The card shows only whether anybody waits, so further requests change nothing.
  if (joined?.isFirst) await tellHeard(db, request.key, true);
  return joined !== undefined;
}

const gone = () => new AppError('unauthorized', 'This token does not hold any more. Nothing ran.');

const notNamed = ({ name }: GrantedServer) =>
  new AppError('forbidden', `This token may not use the server ${quoted(name)} any more. Nothing ran.`);

/** Calls that will ask begin one at a time, so that the limit holds however many arrive together. */
async function beginRun(
  db: Database,
  { caller, chatId, tokenId, client, isLimited = false }: OutsideCaller,
  { key }: WaitingRequest,
  { askedHash, server }: NewCall,
) {
  const trace = traceparentNow() ?? null;
  const run = {
    id: randomToken(),
    chatId,
    messageId: randomToken(),
    owner,
    client,
    askedHash,
    tokenId,
    trace,
  };
  if (askedHash === null && isLimited) {
    return db.transaction(async (tx) => {
      await assertMayCall(tx, caller);
      return insertOutsideRun(tx, run, key, { alone: false, server });
    });
  }
  if (askedHash === null) return insertOutsideRun(db, run, key, { alone: false, server });
  return db.transaction(async (tx) => {
    if (isLimited) await assertMayCall(tx, caller);
    const begun = await insertOutsideRun(tx, run, key, { alone: true, server });
    const isTooMany = begun && (await countWaitingRuns(tx, tokenId)) > MOST_WAITING;
    if (isTooMany) throw new AppError('too_many_requests', TOO_MANY);
    const isRestless = begun && (await countCalledOff(tx, tokenId)) >= MOST_CALLED_OFF;
    if (isRestless) throw new AppError('too_many_requests', TOO_MANY_CALLED_OFF);
    return begun;
  });
}

/** Its decision was not used in time, or its outcome is old: then this is a new call. */
function isTooOld(db: Database, run: RunRow): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockChat(tx, run.chatId);
    return endIfLapsed(tx, run);
  });
}
