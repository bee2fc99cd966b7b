import 'server-only';
/** The calls that messages refer to, with every round, and what messages show of their cards. */
import { aliasedTable, and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { kept, keptBy, listed } from '@/db/kept';
import { schema } from '@/db/schema/all';
import { runsOfMessages } from './runs';

const { approvals, calls, runs, users } = schema;
const first = aliasedTable(calls, 'first');

/** What a message shows of a card. */
export type ToldCard = Pick<
  typeof approvals.$inferSelect,
  'sdkApprovalId' | 'reason' | 'status' | 'decisionReason'
>;

/** A call's row, with the name of the person who resolved its outcome. */
export type ToldRound = typeof calls.$inferSelect & { resolvedByName: string | null };

export interface MessageCall {
  round: ToldRound;
  /** Of the answer that contains it. */
  messageId: string;
  runStatus: (typeof runs.$inferSelect)['status'];
  /** Oldest first. */
  cards: ToldCard[];
}

/** A card may replace one that was superseded in the same moment. */
const cards = sql<
  ToldCard[]
>`(select coalesce(json_agg(json_build_object('sdkApprovalId', ${approvals.sdkApprovalId},
    'reason', ${approvals.reason}, 'status', ${approvals.status},
    'decisionReason', ${approvals.decisionReason})
    order by ${approvals.requestedAt}, ${approvals.status} <> 'superseded'), '[]') from ${approvals}
  where ${approvals.runId} = ${calls.runId} and ${approvals.toolCallId} = ${calls.toolCallId})`;

/**
 * In the order in which they were made. Makes no query for an empty list.
 * @param callIds of first rounds
 * @param told the model's ids, for calls of these answers that are known only by those
 */
export async function findMessageCalls(
  db: Queryable,
  chatId: string,
  callIds: string[],
  { messageIds, toolCallIds }: { messageIds: string[]; toolCallIds: string[] },
): Promise<MessageCall[]> {
  if (callIds.length + toolCallIds.length === 0) return [];
  const by = [...(callIds.length > 0 ? ['id'] : []), ...(toolCallIds.length > 0 ? ['name'] : [])];
  const ids = { callIds, toolCallIds, messageIds };
  const lists = Object.entries(ids).map(([name, list]) => [name, JSON.stringify(list)]);
  const rows = await callsBy(by.join())(db, { chatId, ...Object.fromEntries(lists) });
  return rows.map(({ call, resolvedByName, ...of }) => ({ round: { ...call, resolvedByName }, ...of }));
}

const callsBy = keptBy((by: string) =>
  kept(['chatId', 'callIds', 'toolCallIds', 'messageIds'], (db, given) => {
    const isOfThem = inArray(first.runId, runsOfMessages(db, given.chatId, listed(given.messageIds)));
    const isWanted = or(
      by.includes('id') ? inArray(first.id, listed(given.callIds)) : undefined,
      by.includes('name') ? and(isOfThem, inArray(first.toolCallId, listed(given.toolCallIds))) : undefined,
    );
    const { runId, toolCallId } = first;
    const wanted = db.select({ runId, toolCallId }).from(first).where(isWanted);
    return db
      .select({
        call: calls,
        resolvedByName: users.name,
        messageId: runs.messageId,
        runStatus: runs.status,
        cards,
      })
      .from(calls)
      .innerJoin(runs, eq(runs.id, calls.runId))
      .leftJoin(users, eq(users.id, calls.resolvedBy))
      .where(sql`(${calls.runId}, ${calls.toolCallId}) in ${wanted}`)
      .orderBy(asc(calls.seq));
  }),
);
