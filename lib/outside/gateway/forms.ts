import 'server-only';
/**
 * A connected server asks something during a call. The client that made the call is handed the form, and its answer
 * goes to that server and nowhere else. Questions for a secret, or for an address to be opened, have been declined by
 * us before. The form's state is in its row, so an answer may reach any process.
 */
import { type InputRequiredResult, inputRequired } from '@modelcontextprotocol/server';
import type { Database } from '@/db/client';
import { checkAnswer } from '@/lib/elicitation/form-answer';
import { questionFrom } from '@/lib/elicitation/question';
import { announce } from '@/lib/runs/follow/events';
import { countChange, lockChat } from '@/lib/store/chats';
import { type FormRow, findForm, findOpenForm, markFormAnswered } from '@/lib/store/forms';
import { findDecider } from '@/lib/store/people';
import { quoted, visible } from '@/lib/values/text';
import type { Visitor } from '../visitor';

const PREFIX = 'form_';
/** The form in the protocol's shape. */
const keyOf = (id: string) => `${PREFIX}${id}`;

type Asked = Parameters<typeof inputRequired.elicit>[0];

function questionOf({ server, message, schema }: FormRow): Asked {
  const words = `The server ${quoted(server)} asks: ${visible(message)}`;
  return { message: words, requestedSchema: (schema ?? {}) as Asked['requestedSchema'] };
}

/** The forms of one request, announced as they are opened. */
export class FormsOfRequest {
  private readonly opening = Promise.withResolvers<string>();

  /**
   * @param say writes on the open answer, for clients older than 2026-07-28; absent: the client is told to call again
   *   with the person's answer
   */
  constructor(
    private readonly db: Database,
    private readonly say: ((message: object) => void) | undefined,
  ) {}

  /** Resolves with the id of the first form for which the client has to call again. */
  get opened(): Promise<string> {
    return this.opening.promise;
  }

  readonly open = (id: string): void => {
    if (this.say) void this.ask(id, this.say);
    else this.opening.resolve(id);
  };

  private async ask(id: string, say: (message: object) => void): Promise<void> {
    const found = await findForm(this.db, id);
    if (found?.status !== 'open') return;
    say({ id: keyOf(id), method: 'elicitation/create', params: questionOf(found.form) });
  }
}

/** What a client of 2026-07-28 is told while this form is open. */
export async function askForm(
  db: Database,
  id: string,
  requestState: string,
): Promise<InputRequiredResult | undefined> {
  const found = await findForm(db, id);
  if (found?.status !== 'open') return undefined;
  const inputRequests = { [keyOf(id)]: inputRequired.elicit(questionOf(found.form)) };
  return inputRequired({ requestState, inputRequests });
}

export const openFormOf = (db: Database, runId: string) => findOpenForm(db, runId);

/** Takes the answers that a client sends along when it calls again. */
export async function takeAnswers(
  db: Database,
  visitor: Visitor,
  responses: Record<string, unknown> | undefined,
): Promise<void> {
  for (const [key, said] of Object.entries(responses ?? {})) {
    if (key.startsWith(PREFIX)) await answerForm(db, visitor, key.slice(PREFIX.length), said);
  }
}

/**
 * Takes a message as the answer to a question put on an open stream.
 * @returns whether it is one
 */
export async function takeAnswer(db: Database, visitor: Visitor, message: unknown): Promise<boolean> {
  const { id, method, result } = Object(message) as { id?: unknown; method?: unknown; result?: unknown };
  if (method !== undefined || typeof id !== 'string' || !id.startsWith(PREFIX)) return false;
  await answerForm(db, visitor, id.slice(PREFIX.length), result);
  return true;
}

/** Works once, and only for a form of the token's own calls. An answer that does not fit the question counts as declining. */
async function answerForm(db: Database, visitor: Visitor, id: string, said: unknown): Promise<void> {
  const { chatId, caller } = visitor;
  const found = await findForm(db, id);
  if (found?.status !== 'open' || found.form.chatId !== chatId) return;
  await db.transaction(async (tx) => {
    await lockChat(tx, chatId);
    // Whoever is stopped fills in nothing.
    const isStopped = (await findDecider(tx, caller.userId))?.isStopped !== false;
    const answered = isStopped ? DECLINED : answerIn(found.form, said);
    await markFormAnswered(tx, id, { ...answered, answeredBy: caller.userId, answeredSession: null });
    await countChange(tx, chatId);
  });
  await announce(db, chatId);
}

const DECLINED = { status: 'declined' as const, answer: null };

function answerIn({ message, schema }: FormRow, said: unknown) {
  const { action, content } = Object(said) as { action?: unknown; content?: unknown };
  if (action !== 'accept') return DECLINED;
  const question = questionFrom({ message, requestedSchema: schema });
  const read = checkAnswer(question.ok ? question.fields : [], Object(content));
  return read.ok ? { status: 'accepted' as const, answer: read.answer } : DECLINED;
}
