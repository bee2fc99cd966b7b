import 'server-only';
/** The calls to which messages refer, every round of them, with what messages tell of their cards. */
import { aliasedTable, and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import { runsOfMessages } from './runs';

const { approvals, calls, runs, users } = schema;
const first = aliasedTable(calls, 'first');

/** What a message tells of a card. */
export type ToldCard = Pick<
  typeof approvals.$inferSelect,
  'sdkApprovalId' | 'reason' | 'status' | 'decisionReason'
>;

/** A call's row, with the name of the person who said what became of it. */
export type ToldRound = typeof calls.$inferSelect & { resolvedByName: string | null };

export interface MessageCall {
  round: ToldRound;
  /** Of the answer in which it stands. */
  messageId: string;
  runStatus: (typeof runs.$inferSelect)['status'];
  /** Oldest first. */
  cards: ToldCard[];
}

/** A card takes the place of one that was superseded in the same moment. */
const cards = sql<
  ToldCard[]
>`(select coalesce(json_agg(json_build_object('sdkApprovalId', ${approvals.sdkApprovalId},
    'reason', ${approvals.reason}, 'status', ${approvals.status},
    'decisionReason', ${approvals.decisionReason})
    order by ${approvals.requestedAt}, ${approvals.status} <> 'superseded'), '[]') from ${approvals}
  where ${approvals.runId} = ${calls.runId} and ${approvals.toolCallId} = ${calls.toolCallId})`;

/** As one parameter: however many they are, the statement is the same one, which is kept prepared. */
const listed = (ids: readonly string[]): SQL =>
  sql`(select json_array_elements_text(${JSON.stringify(ids)}::json))`;

/**
 * In the order in which they were made. Of no ids nothing is asked.
 * @param callIds of first rounds
 * @param told the model's ids, of calls of these answers that are known by those alone
 */
export async function findMessageCalls(
  db: Queryable,
  chatId: string,
  callIds: string[],
  { messageIds, toolCallIds }: { messageIds: string[]; toolCallIds: string[] },
): Promise<MessageCall[]> {
  if (callIds.length + toolCallIds.length === 0) return [];
  const isWanted = or(
    callIds.length > 0 ? inArray(first.id, listed(callIds)) : undefined,
    toolCallIds.length > 0
      ? and(
          inArray(first.runId, runsOfMessages(db, chatId, messageIds)),
          inArray(first.toolCallId, listed(toolCallIds)),
        )
      : undefined,
  );
  const wanted = db.select({ runId: first.runId, toolCallId: first.toolCallId }).from(first).where(isWanted);
  const rows = await db
    .select({
      ...{ call: calls, resolvedByName: users.name, messageId: runs.messageId },
      ...{ runStatus: runs.status, cards },
    })
    .from(calls)
    .innerJoin(runs, eq(runs.id, calls.runId))
    .leftJoin(users, eq(users.id, calls.resolvedBy))
    .where(sql`(${calls.runId}, ${calls.toolCallId}) in ${wanted}`)
    .orderBy(asc(calls.seq));
  return rows.map(({ call, resolvedByName, ...of }) => ({ round: { ...call, resolvedByName }, ...of }));
}
