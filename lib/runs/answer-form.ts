import 'server-only';
/**
 * A person answers what a server has asked: once, and only in a chat of their own. This is not a decision: no approval,
 * grant or rule is read or written here, and the waiting process passes the answer to that server only.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Database, Transaction } from '@/db/client';
import { stoppedPerson } from '@/lib/approvals/rights';
import type { ElicitationStatus, FormAnswer } from '@/lib/elicitation/elicitation-view';
import { checkAnswer } from '@/lib/elicitation/form-answer';
import { paramsOf } from '@/lib/elicitation/form-rows';
import { questionFrom } from '@/lib/elicitation/question';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { countChange, lockChat } from '@/lib/store/chats';
import { type FoundForm, findForm, markFormAnswered } from '@/lib/store/forms';
import { findDecider, hasSession } from '@/lib/store/people';
import { canSeeChat } from './read-chats';

export type FormReply =
  | { action: 'accept'; content: Record<string, unknown> }
  | { action: 'decline' }
  | { action: 'cancel' };

const STATUS = { accept: 'accepted', decline: 'declined', cancel: 'cancelled' } as const;

export interface Answering {
  db: Database;
  caller: Caller;
  /** SHA-256 (hex) of the token of the session in which it is answered, for the record. */
  session?: string | null;
}

/**
 * Stores the answer, where the waiting process finds it.
 * @throws AppError not_found, forbidden, bad_request (`fields`: by name what is wrong), conflict (answered otherwise,
 * closed)
 */
export async function answerForm(
  { db, caller, session = null }: Answering,
  id: string,
  said: FormReply,
): Promise<{ status: ElicitationStatus; chatId: string }> {
  const found = await seen(db, caller, id);
  if (said.action === 'cancel') assertAsksForPage(found);
  const answer = said.action === 'accept' ? checked(found, said.content) : null;
  const status = STATUS[said.action];
  const { chatId } = found.form;
  return db.transaction(async (tx) => {
    await lockChat(tx, chatId);
    const { isStopped } = await assertThere(tx, caller, found, session);
    // Declining sends none of their data.
    if (isStopped && status === 'accepted') throw stoppedPerson();
    const answered = { status, answer, answeredBy: caller.userId, answeredSession: session } as const;
    if (await markFormAnswered(tx, id, answered)) await countChange(tx, chatId);
    else assertSame(await findForm(tx, id), status, answer);
    return { status, chatId };
  });
}

async function seen(db: Database, caller: Caller, id: string): Promise<FoundForm> {
  const found = await findForm(db, id);
  if (!found || !(await canSeeChat(db, caller, found.form.chatId))) {
    throw new AppError('not_found', 'There is no such form.');
  }
  if (found.owner === caller.userId) return found;
  throw new AppError('forbidden', 'Only the person whose chat it is answers what a server asks in it.');
}

/** A form is filled in or declined; only a page can also be postponed. */
function assertAsksForPage({ form }: FoundForm): void {
  if (form.url !== null) return;
  throw new AppError(
    'bad_request',
    'A form is answered or declined: "cancel" is for a page that was to be opened.',
  );
}

function checked({ form }: FoundForm, content: Record<string, unknown>): FormAnswer {
  const question = questionFrom(paramsOf(form));
  // A refused question has no fields to fill in.
  const read = checkAnswer(question.ok ? question.fields : [], content);
  if (read.ok) return read.answer;
  throw new AppError('bad_request', 'The answer does not fit what was asked.', { fields: read.complaints });
}

/** Still in the team and signed in, checked while the chat is locked. */
async function assertThere(
  tx: Transaction,
  { userId }: Caller,
  { form }: FoundForm,
  session: string | null,
): Promise<{ isStopped: boolean }> {
  const person = await findDecider(tx, userId);
  if (person?.teamId !== form.teamId) throw new AppError('forbidden', 'You are not in this team any more.');
  if (session !== null && !(await hasSession(tx, userId, session))) {
    throw new AppError('unauthorized', 'You are signed out by now. Nothing was sent; sign in again.');
  }
  return person;
}

/** Repeating the answer that was already given is accepted. */
function assertSame(
  found: FoundForm | undefined,
  status: ElicitationStatus,
  answer: FormAnswer | null,
): void {
  const now = found?.status ?? 'cancelled';
  const isByPerson = found?.form.answeredBy != null;
  if (isByPerson && now === status && isDeepStrictEqual(found.form.answer ?? null, answer)) return;
  throw new AppError('conflict', CLOSED[now], { status: now });
}

const CLOSED: Record<ElicitationStatus, string> = {
  open: 'Nobody waits for this answer any more.',
  accepted: 'This was answered already.',
  declined: 'This was declined already.',
  cancelled: 'Nobody waits for this answer any more: the call has ended.',
  expired: 'The time to answer this is over.',
};
