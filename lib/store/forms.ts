import 'server-only';
/** What servers ask people during calls. A form is open only while a process waits for its answer. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';

const { chats, elicitations } = schema;

export type FormRow = typeof elicitations.$inferSelect;

export interface FoundForm {
  form: FormRow;
  /** The actual status, whatever the row says: the process that should have closed it may have died. */
  status: FormRow['status'];
  /** The owner of its chat. */
  owner: string;
}

/**
 * The process that waits for an answer is still alive. Raw SQL with table names: drizzle omits them if a statement has
 * only one table.
 */
const isAwaited = sql`exists (select 1 from "runs" join "calls" on "calls"."run_id" = "runs"."id"
  where "runs"."id" = "elicitations"."run_id" and "calls"."id" = "elicitations"."call_id"
    and "runs"."status" = 'running' and "runs"."fence" = "elicitations"."fence"
    and "runs"."stop_requested_at" is null and "calls"."status" = 'dispatched')`;

const isOpen = and(eq(elicitations.status, 'open'), sql`${elicitations.expiresAt} > now()`, isAwaited);

const statusNow = sql<
  FormRow['status']
>`(case when ${elicitations.status} <> 'open' then ${elicitations.status}
  when ${elicitations.expiresAt} <= now() then 'expired' when ${isAwaited} then 'open' else 'cancelled' end)`;

/** @param openMs how long it may be open; without it, the form is answered right away */
export async function insertForm(
  tx: Transaction,
  form: Omit<typeof elicitations.$inferInsert, 'expiresAt' | 'answeredAt'>,
  openMs: number,
): Promise<FormRow> {
  const [opened] = await tx
    .insert(elicitations)
    .values({
      ...form,
      ...(form.status !== 'open' && { answeredAt: sql`now()` }),
      expiresAt: sql`now() + ${openMs} * interval '1 millisecond'`,
    })
    .returning();
  if (!opened) throw new Error('The form was not written down.');
  return opened;
}

/** Merely noted questions do not count against the limit per call. */
const isAsked = sql`${elicitations.refusal} is distinct from 'unclear'`;

export function countFormsOfCall(tx: Transaction, callId: string): Promise<number> {
  return tx.$count(elicitations, and(eq(elicitations.callId, callId), isAsked));
}

export function countFormsOfRun(tx: Transaction, runId: string): Promise<number> {
  return tx.$count(elicitations, and(eq(elicitations.runId, runId), isAsked));
}

/** Answers a form that is still open and awaited. */
export async function markFormAnswered(
  tx: Transaction,
  id: string,
  answered: Pick<FormRow, 'status' | 'answer' | 'answeredBy' | 'answeredSession'>,
): Promise<boolean> {
  const rows = await tx
    .update(elicitations)
    .set({ ...answered, answeredAt: sql`now()` })
    .where(and(eq(elicitations.id, id), isOpen))
    .returning({ id: elicitations.id });
  return rows.length > 0;
}

/** Closes a form that no process waits for any more; an answered one stays as it is. */
export function closeForm(db: Queryable, id: string): Promise<unknown> {
  return close(db, eq(elicitations.id, id));
}

/** The same for all forms of a run that has ended, or whose process has died. */
export function closeFormsOfRun(db: Queryable, runId: string): Promise<unknown> {
  return close(db, eq(elicitations.runId, runId));
}

function close(db: Queryable, which: SQL): Promise<unknown> {
  const status = sql`case when ${elicitations.expiresAt} <= now() then 'expired' else 'cancelled' end`;
  return db
    .update(elicitations)
    .set({ status, answeredAt: sql`now()` })
    .where(and(which, eq(elicitations.status, 'open')));
}

/** Questions and answers are deleted with their chat; the record keeps hashes. */
export async function deleteFormsOfChat(db: Queryable, chatId: string): Promise<void> {
  await db.delete(elicitations).where(eq(elicitations.chatId, chatId));
}

/** Forms of chats that are not deleted, in the order in which they were asked. */
export function listForms(db: Queryable, ids: readonly string[]): Promise<FoundForm[]> {
  return db
    .select({ form: elicitations, status: statusNow, owner: chats.userId })
    .from(elicitations)
    .innerJoin(chats, eq(chats.id, elicitations.chatId))
    .where(and(inArray(elicitations.id, [...ids]), sql`${chats.deletedAt} is null`))
    .orderBy(elicitations.askedAt, elicitations.id);
}

export async function findForm(db: Queryable, id: string): Promise<FoundForm | undefined> {
  const [found] = await listForms(db, [id]);
  return found;
}

/** The run's form that is waiting for an answer now. */
export async function findOpenForm(db: Queryable, runId: string): Promise<string | undefined> {
  const [open] = await db
    .select({ id: elicitations.id })
    .from(elicitations)
    .where(and(eq(elicitations.runId, runId), isOpen))
    .orderBy(elicitations.askedAt)
    .limit(1);
  return open?.id;
}
