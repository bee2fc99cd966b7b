import 'server-only';
/** Forms as they are kept: opened, closed, and shown as they stand by now. A form is open only while somebody waits for it. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '@/db/client';
import { randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { lockChat } from '@/lib/approvals/settle';
import { countChange } from '@/lib/approvals/stored-message';
import type { CallRow } from '@/lib/execution/ledger';
import { isOnItsWay } from '@/lib/execution/on-its-way';
import type { Caller } from '@/lib/people/caller';
import {
  type ElicitationStatus,
  type ElicitationView,
  type FormAnswer,
  OPEN_MINUTES,
  REFUSALS,
  type Refusal,
} from './elicitation-view';
import { type Question, questionFrom } from './question';

const { chats, elicitations } = schema;

export type ElicitationRow = typeof elicitations.$inferSelect;

/** What servers may ask in one call, and in one answer of the model with all its calls; refused questions count. */
export const MOST_OF_CALL = 5;
const MOST_OF_RUN = 20;

/** The call in whose course it is asked, and the process that waits. */
export interface Asking {
  row: CallRow;
  fence: number;
  /** When the answer that is being written stops by itself, in milliseconds since 1970. */
  until: number;
}

/**
 * The process that waits for an answer still does. Spelled out: drizzle leaves the tables' names away where only one
 * stands in a statement.
 */
const isAwaited = sql`exists (select 1 from "runs" join "calls" on "calls"."run_id" = "runs"."id"
  where "runs"."id" = "elicitations"."run_id" and "calls"."id" = "elicitations"."call_id"
    and "runs"."status" = 'running' and "runs"."fence" = "elicitations"."fence"
    and "runs"."stop_requested_at" is null and "calls"."status" = 'dispatched')`;

const isOpen = and(eq(elicitations.status, 'open'), sql`${elicitations.expiresAt} > now()`, isAwaited);

/** As it stands by now, whatever the row says: the process that should have closed it may have died. */
const statusNow = sql<ElicitationStatus>`(case when ${elicitations.status} <> 'open' then ${elicitations.status}
  when ${elicitations.expiresAt} <= now() then 'expired' when ${isAwaited} then 'open' else 'cancelled' end)`;

/**
 * Writes down what is asked, or that it is refused.
 * @returns `too-many`: nothing more is written down; `given-up`: this process may not go on with the call
 */
export function openForm(
  db: Database,
  { row, fence, until }: Asking,
  question: Question,
): Promise<ElicitationRow | 'too-many' | 'given-up'> {
  return db.transaction(async (tx) => {
    const chat = await lockChat(tx, row.chatId);
    if (!chat || chat.deletedAt || !(await isOnItsWay(tx, row, { runId: row.runId, fence })))
      return 'given-up';
    const excess = await excessOf(tx, row);
    if (excess > 0) return 'too-many';
    const openMs = Math.max(0, Math.min(OPEN_MINUTES * 60_000, until - Date.now()));
    const [opened] = await tx
      .insert(elicitations)
      .values({
        ...{ id: randomToken(), teamId: row.teamId, chatId: row.chatId, runId: row.runId, fence },
        ...{ callId: row.id, toolCallId: row.toolCallId },
        ...{ server: row.server, tool: row.tool, trusted: row.trusted },
        ...{ message: question.message, schema: question.schema },
        ...stateOf(question, excess === 0),
        expiresAt: sql`now() + ${openMs} * interval '1 millisecond'`,
      })
      .returning();
    if (!opened) throw new Error('The form was not written down.');
    await countChange(tx, row.chatId);
    return opened;
  });
}

/** 0: this is the first that is too much, which is told. */
async function excessOf(tx: Transaction, { id, runId }: CallRow): Promise<number> {
  // What is only noted takes nothing of what a call may ask.
  const asked = sql`${elicitations.refusal} is distinct from 'unclear'`;
  const ofCall = await tx.$count(elicitations, and(eq(elicitations.callId, id), asked));
  const ofRun = await tx.$count(elicitations, and(eq(elicitations.runId, runId), asked));
  return Math.max(ofCall - MOST_OF_CALL, ofRun - MOST_OF_RUN);
}

function stateOf(question: Question, isTooMany: boolean) {
  if (isTooMany) return closedAs('cancelled', 'many');
  return question.ok ? { status: 'open' as const } : closedAs('declined', question.why, question.about);
}

function closedAs(status: 'cancelled' | 'declined', refusal: Refusal, about: string | null = null) {
  return { status, refusal, about, answeredAt: sql`now()` };
}

/** Answers a form that is still open and awaited. */
export async function answerOpen(
  tx: Transaction,
  id: string,
  answered: Pick<ElicitationRow, 'status' | 'answer' | 'answeredBy' | 'answeredSession'>,
): Promise<boolean> {
  const rows = await tx
    .update(elicitations)
    .set({ ...answered, answeredAt: sql`now()` })
    .where(and(eq(elicitations.id, id), isOpen))
    .returning({ id: elicitations.id });
  return rows.length > 0;
}

/** Nobody waits for its answer any more. Nothing happens to one that is answered. */
export function closeForm(db: Queryable, id: string): Promise<unknown> {
  return close(db, eq(elicitations.id, id));
}

/** The same for all forms of a run whose process has died, or which has ended. */
export function closeFormsOf(db: Queryable, runId: string): Promise<unknown> {
  return close(db, eq(elicitations.runId, runId));
}

function close(db: Queryable, which: SQL): Promise<unknown> {
  const status = sql`case when ${elicitations.expiresAt} <= now() then 'expired' else 'cancelled' end`;
  return db
    .update(elicitations)
    .set({ status, answeredAt: sql`now()` })
    .where(and(which, eq(elicitations.status, 'open')));
}

/** What was asked and answered goes with its chat; the record keeps hashes. */
export async function forgetForms(db: Queryable, chatId: string): Promise<void> {
  await db.delete(elicitations).where(eq(elicitations.chatId, chatId));
}

export interface FoundForm {
  form: ElicitationRow;
  /** As it stands by now. */
  status: ElicitationStatus;
  /** Whose chat it is. */
  owner: string;
}

/** Forms as they stand by now, in the order in which they were asked. */
async function find(db: Queryable, which: SQL): Promise<FoundForm[]> {
  return db
    .select({ form: elicitations, status: statusNow, owner: chats.userId })
    .from(elicitations)
    .innerJoin(chats, eq(chats.id, elicitations.chatId))
    .where(and(which, sql`${chats.deletedAt} is null`))
    .orderBy(elicitations.askedAt, elicitations.id);
}

export async function findForm(db: Queryable, id: string): Promise<FoundForm | undefined> {
  const [found] = await find(db, eq(elicitations.id, id));
  return found;
}

/**
 * By id, of those that are asked for.
 * @param reader who gets what they themselves have answered; null: nobody's answer is told
 */
export async function formsById(
  db: Queryable,
  reader: Caller | null,
  ids: readonly string[],
): Promise<Map<string, ElicitationView>> {
  if (ids.length === 0) return new Map();
  const found = await find(db, inArray(elicitations.id, [...ids]));
  return new Map(found.map((one) => [one.form.id, viewOf(one, reader)]));
}

/** How a form looks to its reader. */
export function viewOf({ form, status, owner }: FoundForm, reader: Caller | null): ElicitationView {
  const { id, toolCallId, server, tool, trusted, message, about } = form;
  const question = questionFrom({ message, requestedSchema: form.schema });
  const isAsked = question.ok && form.refusal === null;
  const why = REFUSALS.find((one) => one === form.refusal);
  return {
    ...{ id, toolCallId, server, tool, trusted, message, status },
    fields: isAsked ? question.fields : [],
    refusal: why === undefined ? null : { why, about },
    askedOf: { id: owner },
    answer: reader?.userId === owner ? (form.answer as FormAnswer | null) : null,
    askedAt: form.askedAt.toISOString(),
    expiresAt: form.expiresAt.toISOString(),
    answeredAt: form.answeredAt?.toISOString() ?? null,
  };
}
