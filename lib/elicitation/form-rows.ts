import 'server-only';
/**
 * Forms in the database: opened, closed, and shown in their present state. A form is open only while somebody waits for
 * it.
 */
import type { Database, Queryable, Transaction } from '@/db/client';
import { randomToken } from '@/db/ids';
import type { CallRow } from '@/lib/execution/ledger';
import type { Caller } from '@/lib/people/caller';
import { isOnItsWay } from '@/lib/store/calls';
import { countChange, lockChat } from '@/lib/store/chats';
import {
  countFormsOfCall,
  countFormsOfRun,
  type FormRow,
  type FoundForm,
  insertForm,
  listForms,
} from '@/lib/store/forms';
import {
  type ElicitationView,
  type FormAnswer,
  OPEN_MINUTES,
  REFUSALS,
  type Refusal,
} from './elicitation-view';
import { type Question, questionFrom } from './question';

/** How much servers may ask in one call, and in one answer of the model with all its calls; refused questions count. */
export const MOST_OF_CALL = 5;
const MOST_OF_RUN = 20;

/** The call during which it is asked, and the process that waits. */
export interface Asking {
  row: CallRow;
  fence: number;
  /** When the answer in progress stops by itself, in milliseconds since 1970. */
  until: number;
}

/**
 * Stores a question, or that it is refused.
 * @returns `too-many`: nothing further is stored; `given-up`: this process may not continue with the call
 */
export function openForm(
  db: Database,
  { row, fence, until }: Asking,
  question: Question,
): Promise<FormRow | 'too-many' | 'given-up'> {
  return db.transaction(async (tx) => {
    const chat = await lockChat(tx, row.chatId);
    if (!chat || chat.deletedAt || !(await isOnItsWay(tx, row, { id: row.runId, fence }))) return 'given-up';
    const excess = await excessOf(tx, row);
    if (excess > 0) return 'too-many';
    const openMs = Math.max(0, Math.min(OPEN_MINUTES * 60_000, until - Date.now()));
    const opened = await insertForm(
      tx,
      {
        id: randomToken(),
        teamId: row.teamId,
        chatId: row.chatId,
        runId: row.runId,
        fence,
        callId: row.id,
        toolCallId: row.toolCallId,
        server: row.server,
        tool: row.tool,
        trusted: row.trusted,
        message: question.message,
        schema: question.schema,
        url: question.url,
        ...stateOf(question, excess === 0),
      },
      openMs,
    );
    await countChange(tx, row.chatId);
    return opened;
  });
}

/** 0: this is the first one in excess, which is recorded. */
async function excessOf(tx: Transaction, { id, runId }: CallRow): Promise<number> {
  const ofCall = await countFormsOfCall(tx, id);
  const ofRun = await countFormsOfRun(tx, runId);
  return Math.max(ofCall - MOST_OF_CALL, ofRun - MOST_OF_RUN);
}

function stateOf(question: Question, isTooMany: boolean) {
  if (isTooMany) return closedAs('cancelled', 'many');
  return question.ok ? { status: 'open' as const } : closedAs('declined', question.why, question.about);
}

function closedAs(status: 'cancelled' | 'declined', refusal: Refusal, about: string | null = null) {
  return { status, refusal, about };
}

/**
 * By id.
 * @param reader who gets their own answers; null: no answers are included
 */
export async function formsById(
  db: Queryable,
  reader: Caller | null,
  ids: readonly string[],
): Promise<Map<string, ElicitationView>> {
  if (ids.length === 0) return new Map();
  const found = await listForms(db, ids);
  return new Map(found.map((one) => [one.form.id, viewOf(one, reader)]));
}

/** The question as it was sent. */
export function paramsOf({ message, schema, url }: Pick<FormRow, 'message' | 'schema' | 'url'>) {
  return url === null ? { message, requestedSchema: schema } : { mode: 'url', message, url };
}

/** A form as its reader sees it. */
export function viewOf({ form, status, owner }: FoundForm, reader: Caller | null): ElicitationView {
  const { id, toolCallId, server, tool, trusted, message, about } = form;
  const question = questionFrom(paramsOf(form));
  const isAsked = question.ok && form.refusal === null;
  const why = REFUSALS.find((one) => one === form.refusal);
  return {
    id,
    toolCallId,
    server,
    tool,
    trusted,
    message,
    status,
    fields: isAsked ? question.fields : [],
    address:
      isAsked && question.url !== null ? { url: question.url, host: new URL(question.url).host } : null,
    refusal: why === undefined ? null : { why, about },
    askedOf: { id: owner },
    answer: reader?.userId === owner ? (form.answer as FormAnswer | null) : null,
    askedAt: form.askedAt.toISOString(),
    expiresAt: form.expiresAt.toISOString(),
    answeredAt: form.answeredAt?.toISOString() ?? null,
  };
}
