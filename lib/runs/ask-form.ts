import 'server-only';
/**
 * Puts what a server asks in the middle of a call before the chat's owner, and waits for the answer, which may reach
 * any process. It decides about no call: what is answered goes to that server and nowhere else.
 */
import type { Database } from '@/db/client';
import { MOST_OF_CALL, openForm, viewOf } from '@/lib/elicitation/form-rows';
import { questionFrom } from '@/lib/elicitation/question';
import { type Elicit, givenUp } from '@/lib/execution/send-call';
import { describeError, log } from '@/lib/log';
import { isOnItsWay } from '@/lib/store/calls';
import { closeForm, type FormRow, type FoundForm, findForm } from '@/lib/store/forms';
import { ExchangeError } from '@/lib/tools/connection-error';
import type { Elicited } from '@/lib/tools/types';
import { announce } from './follow/events';
import type { Live } from './follow/live';
import { notifier } from './follow/notifications';

/** How often the form is looked at although nobody told of an answer, in milliseconds. */
const LOOK_MS = 2_000;
/** Should the database not answer, the waiting ends this long after the form's time. */
const GRACE_MS = 10_000;

const CANCEL: Elicited = { action: 'cancel' };

export interface FormAsker {
  db: Database;
  live: Live;
  fence: number;
  /** When the answer that is being written stops by itself, in milliseconds since 1970. */
  until: number;
  /** A page that is to be opened is refused: nobody looks at this who could. */
  formsOnly?: true;
}

/** Asks for the calls of one segment: of each call one form after the other. */
export function formAsker(asker: FormAsker): Elicit {
  const before = new Map<string, { count: number; last: Promise<unknown> }>();
  const noted = new Set<string>();
  return (row, params, signal) => {
    if (!params) {
      // Others wait until it is noted: neither behind this call's form, nor more than once.
      if (noted.has(row.id)) return Promise.resolve(CANCEL);
      noted.add(row.id);
      return ask(asker, row, params, signal);
    }
    const { count, last } = before.get(row.id) ?? { count: 0, last: Promise.resolve() };
    // A flood of questions costs neither rows nor statements: what is too much is known without them.
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
    // Between the answer and this look the run may have become another process'.
    const isOurs = await isOnItsWay(db, row, { id: row.runId, fence: asker.fence });
    if (!isOurs && !ending.aborted) throw givenUp();
    return isOurs ? answer : CANCEL;
  } catch (error) {
    if (error instanceof ExchangeError) throw error;
    log('error', 'form', describeError(error));
    throw givenUp();
  }
}

/** Says in the stream how the form stands, and to the chat's tabs that there is something new. */
async function tell(db: Database, live: Live, id: string): Promise<void> {
  const found = await findForm(db, id);
  if (found && !live.isOver) {
    const data = viewOf(found, null);
    live.publish({ type: 'data-elicitation', id, data });
  }
  await announce(db, live.chatId);
}

/**
 * Waits until somebody answers, its time is over, or nobody waits for it any more; from then on it is closed.
 * @throws ExchangeError when this process may not go on with the call
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
  // A page was opened: what is done there the server sees for itself.
  if (found?.status === 'accepted' && found.form.url !== null) return { action: 'accept' };
  if (found?.status === 'accepted') return { action: 'accept', content: found.form.answer ?? {} };
  const isLeft = found?.status === 'cancelled' && found.form.answeredBy !== null;
  if (isLeft) return CANCEL;
  if (found?.status === 'declined') return { action: 'decline' };
  if (found?.status === 'expired' || ending.aborted) return CANCEL;
  throw givenUp();
}

/** Resolves when something is told of the chat, when it is time to look anyway, or at the end. */
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
