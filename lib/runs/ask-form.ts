import 'server-only';
/**
 * Shows the chat's owner what a server asks during a call, and waits for the answer, which may be given through any
 * process. It decides about no call: the answer goes to that server and nowhere else.
 */
import type { Database } from '@/db/client';
import { MOST_OF_CALL, openForm, viewOf } from '@/lib/elicitation/form-rows';
import { questionFrom } from '@/lib/elicitation/question';
import { type Elicit, givenUp } from '@/lib/execution/asking';
import { describeError, log } from '@/lib/log';
import { isOnItsWay } from '@/lib/store/calls';
import { closeForm, type FormRow, type FoundForm, findForm } from '@/lib/store/forms';
import { ExchangeError } from '@/lib/tools/connection-error';
import type { Elicited } from '@/lib/tools/types';
import { announce } from './follow/events';
import type { Live } from './follow/live';
import { notifier } from './follow/notifications';

/** How often the form is checked without a notification of an answer, in milliseconds. */
const LOOK_MS = 2_000;
/** If the database does not respond, waiting ends this long after the form's expiry. */
const GRACE_MS = 10_000;

const CANCEL: Elicited = { action: 'cancel' };

export interface FormAsker {
  db: Database;
  live: Live;
  fence: number;
  /** When the answer in progress stops by itself, in milliseconds since 1970. */
  until: number;
  /** Refuses pages that have to be opened, since nobody is looking who could open them. */
  formsOnly?: true;
}

/** Asks for the calls of one segment; one form after the other for each call. */
export function formAsker(asker: FormAsker): Elicit {
  const before = new Map<string, { count: number; last: Promise<unknown> }>();
  const noted = new Set<string>();
  return (row, params, signal) => {
    if (!params) {
      // Refused questions wait only until they are noted: neither behind this call's form, nor more than once.
      if (noted.has(row.id)) return Promise.resolve(CANCEL);
      noted.add(row.id);
      return ask(asker, row, params, signal);
    }
    const { count, last } = before.get(row.id) ?? { count: 0, last: Promise.resolve() };
    // A flood of questions costs neither rows nor statements: excess ones are recognised without them.
    if (count > MOST_OF_CALL) return Promise.resolve(CANCEL);
    const mine = last.catch(() => {}).then(() => ask(asker, row, params, signal));
    before.set(row.id, { count: count + 1, last: mine });
    return mine;
  };
}

async function ask(
  { db, live, formsOnly, ...asker }: FormAsker,
  ...[row, params, signal]: Parameters<Elicit>
): Promise<Elicited> {
  const ending = AbortSignal.any([signal, live.abort.signal]);
  if (ending.aborted) return CANCEL;
  try {
    const opened = await openForm(db, { row, ...asker }, questionFrom(params, formsOnly));
    if (opened === 'too-many') return CANCEL;
    if (opened === 'given-up') throw givenUp();
    await tell(db, live, opened.id);
    if (opened.status !== 'open') return { action: opened.status === 'declined' ? 'decline' : 'cancel' };
    const answer = await answered(db, opened, ending).finally(() => tell(db, live, opened.id));
    // Between the answer and this check another process may have taken the run.
    const isOurs = await isOnItsWay(db, row, { id: row.runId, fence: asker.fence });
    if (!isOurs && !ending.aborted) throw givenUp();
    return isOurs ? answer : CANCEL;
  } catch (error) {
    if (error instanceof ExchangeError) throw error;
    log('error', 'form', describeError(error));
    throw givenUp();
  }
}

/** Publishes the form's state in the stream, and notifies the chat's tabs. */
async function tell(db: Database, live: Live, id: string): Promise<void> {
  const found = await findForm(db, id);
  if (found && !live.isOver) {
    const data = viewOf(found, null);
    live.publish({ type: 'data-elicitation', id, data });
  }
  await announce(db, live.chatId);
}

/**
 * Waits until somebody answers, it expires, or nobody waits for it any more; then it is closed.
 * @throws ExchangeError if this process may not continue with the call
 */
async function answered(db: Database, form: FormRow, ending: AbortSignal): Promise<Elicited> {
  const latest = form.expiresAt.getTime() + GRACE_MS;
  while (!ending.aborted && Date.now() < latest) {
    const news = nextWord(form.chatId, ending);
    const found = await findForm(db, form.id).catch(unread);
    if (found !== 'unread' && found?.status !== 'open') return outcomeOf(db, found, ending);
    await news;
  }
  await closeForm(db, form.id);
  if (ending.aborted) return CANCEL;
  throw givenUp();
}

function unread(error: unknown): 'unread' {
  log('warn', 'form', describeError(error));
  return 'unread';
}

async function outcomeOf(db: Database, found: FoundForm | undefined, ending: AbortSignal): Promise<Elicited> {
  if (found?.form.status === 'open') await closeForm(db, found.form.id);
  // A page was opened: the server sees for itself what is done there.
  if (found?.status === 'accepted' && found.form.url !== null) return { action: 'accept' };
  if (found?.status === 'accepted') return { action: 'accept', content: found.form.answer ?? {} };
  const isLeft = found?.status === 'cancelled' && found.form.answeredBy !== null;
  if (isLeft) return CANCEL;
  if (found?.status === 'declined') return { action: 'decline' };
  if (found?.status === 'expired' || ending.aborted) return CANCEL;
  throw givenUp();
}

/** Resolves on a notification about the chat, at the next regular check, or at the end. */
function nextWord(chatId: string, ending: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      off();
      clearTimeout(timer);
      ending.removeEventListener('abort', done);
      resolve();
    };
    const off = notifier.on('chat', (told) => told.chatId === chatId && done());
    const timer = setTimeout(done, LOOK_MS);
    ending.addEventListener('abort', done, { once: true });
  });
}
