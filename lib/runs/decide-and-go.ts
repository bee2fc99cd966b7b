import 'server-only';
/**
 * Decides, then continues: a click on a card, or resolving a call with an unknown outcome, and the run that continues
 * because of it, with what was read on the way. Routes and tests enter here.
 */
import type { Transaction } from '@/db/client';
import { newestCards } from '@/lib/approvals/approval-rows';
import { decide } from '@/lib/approvals/decide';
import type { DecideContext, Decided, Decision } from '@/lib/approvals/decision';
import { isAppError } from '@/lib/errors';
import { listCardsOfMessages } from '@/lib/store/approval-cards';
import { listApprovalsOfRun } from '@/lib/store/approvals';
import { findNews } from '@/lib/store/chats';
import { findAnswerOfRun, type MessageRow } from '@/lib/store/messages';
import type { RunRow } from '@/lib/store/runs';
import { resolveUnknownCall } from '@/lib/unknowns/resolve';
import type { Resolution } from '@/lib/unknowns/unknown-call-view';
import type { ClaimedRun } from './begin';
import type { RunDependencies } from './dependencies';
import { continueRun, driveRun } from './drive';
import { announce } from './follow/events';
import type { Live } from './follow/live';
import type { Opening } from './open-answer';
import { owner } from './owner';
import { messageOf, withCalls } from './read-messages';

/** The person who decides, and how they are identified. */
export type Deciding = Pick<DecideContext, 'caller' | 'signal' | 'session' | 'stepUp'>;

/** The result of a decision, and the run that continues in this process because of it. */
export interface Went {
  decided: Decided;
  live?: Live | undefined;
}

/** @throws AppError as `decide` */
export async function decideAndGo(
  deps: RunDependencies,
  deciding: Deciding,
  decision: Decision,
): Promise<Went> {
  const { db, connectionsFor, notify } = deps;
  let answer: MessageRow | undefined;
  let read: TakenRun | undefined;
  const onLock = async (tx: Transaction, runId: string) => {
    answer = await findAnswerOfRun(tx, runId);
  };
  const onTaken = async (tx: Transaction, run: RunRow) => {
    read = await readTaken(tx, run, answer);
  };
  const context = { ...deciding, db, connectionsFor, notify, owner, onLock, onTaken };
  const decided = await decide(context, decision).catch(async (error: unknown) => {
    if (isAppError(error) && error.code === 'changed') await announce(db, String(error.details.chatId));
    throw error;
  });
  if (!decided.goesOn) {
    await announce(db, decided.chatId);
    return { decided };
  }
  const claimed = claimedBy(decided, decision, read);
  const { present } = decided;
  const live =
    claimed && present ? driveRun(deps, present.requester, claimed) : continueRun(deps, decided.runId);
  return { decided, live: await live };
}

/** Everything that the run needs to continue, as it is once the decision is written. */
type TakenRun = Awaited<ReturnType<typeof readTaken>>;

async function readTaken(tx: Transaction, { id, chatId, messageId }: RunRow, answer?: MessageRow) {
  const [news, stored, approvals, cards] = await Promise.all([
    findNews(tx, chatId),
    answer && withCalls(tx, chatId, [messageOf(answer)]),
    listApprovalsOfRun(tx, id),
    listCardsOfMessages(tx, chatId, [messageId]),
  ]);
  return { news, stored: stored?.[0], approvals, cards };
}

/** @returns nothing if something has to be read again */
function claimedBy(
  { taken, present }: Decided,
  { approvalId }: Decision,
  read: TakenRun | undefined,
): ClaimedRun | undefined {
  // A sub-agent's run was taken together with those above it, which continue first.
  if (!taken || !present || !read?.news || taken.rootRunId !== null) return undefined;
  const { news, stored, approvals } = read;
  const cards = newestCards(read.cards, present.requester);
  const permission = approvals.find(({ id }) => id === approvalId);
  const { authority, tool, serversVersion, at } = present;
  const looked = permission && { permission, tool, serversVersion, authorityHash: authority.hash, at };
  const opening: Opening = {
    authority,
    approvals,
    offered: taken.offered ?? [],
    stored,
    cards,
    looked,
  };
  return { run: taken, news, opening };
}

/** @throws AppError as `resolveUnknownCall` */
export async function resolveAndGo(
  deps: RunDependencies,
  { caller }: Pick<Deciding, 'caller'>,
  callId: string,
  resolution: Resolution,
): Promise<{ goesOn: boolean; live?: Live | undefined }> {
  const { db, connectionsFor } = deps;
  const context = { db, caller, connectionsFor, owner };
  const { chatId, runId, goesOn } = await resolveUnknownCall(context, callId, resolution);
  const live = goesOn ? await continueRun(deps, runId) : undefined;
  if (!live) await announce(db, chatId);
  return { goesOn, live };
}
