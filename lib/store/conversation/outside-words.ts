import 'server-only';
/** What has brought words from outside into a chat: what judges its calls reads the first, people are told of more. */
import { type Placeholder, type SQLWrapper, sql } from 'drizzle-orm';
import { schema } from '@/db/schema/all';

const { attachments, calls, chats, uploads } = schema;

/**
 * What brought words from outside into a chat, since an admin cleared it: that all of it was taken from another app, a file, or
 * the first call (by its bare name) whose result did.
 */
export type Outside =
  | { callId: string; server: string; tool: string }
  | { file: string }
  | { imported: 'ChatGPT' | 'Claude' };

/** A step of a run: what the model orders in it, it orders before it has read what comes of it. */
export interface Step {
  runId: string;
  /** From 1. */
  step: number;
}

/** The same, or where a statement has it. */
export interface StepIn {
  runId: Placeholder;
  step: Placeholder;
}

/** Whether something that came in at this time has not been cleared since. */
const isUncleared = (at: SQLWrapper) => sql`(${chats.clearedAt} is null or ${at} >= ${chats.clearedAt})`;

const importedFrom = sql`(case when ${chats.importedAt} is not null and ${isUncleared(chats.importedAt)}
  then json_build_object('imported', ${chats.importedFrom}) end)`;
const attachedFile = sql`(select json_build_object('file', ${uploads.name})
  from ${attachments} join ${uploads} on ${uploads.id} = ${attachments.uploadId}
  where ${attachments.chatId} = ${chats.id} and ${uploads.outside} and ${isUncleared(attachments.enteredAt)}
  order by ${attachments.enteredAt}, ${uploads.id} limit 1)`;

/** Of the chat and its sub-agents. */
const outsideCalls = sql`from (select ${chats.id} as id union all select sub.id from "chats" as sub where sub.root_id = ${chats.id}) as tree
    join ${calls} on ${calls.chatId} = tree.id
  where ${calls.outside} and ${calls.dispatchedAt} is not null
    and ${calls.status} in ('success', 'error', 'unknown')
    and (${chats.clearedAt} is null or ${calls.endedAt} > ${chats.clearedAt})`;

/**
 * What has come into the chat from outside, or to its sub-agents: a chat of another app, a file, or words of a tool that reaches
 * beyond its server, or of an unknown one. In this order, so that it stays the same while a run goes on.
 * @param during the step that is judged, whose own results have not been read yet
 */
export const outsideOf = (
  during?: StepIn,
) => sql<Outside | null>`coalesce(${importedFrom}, ${attachedFile}, (select json_build_object('callId', ${calls.id},
    'server', ${calls.server}, 'tool', ${calls.tool}) ${outsideCalls}
    and not (${calls.runId} = ${during?.runId ?? ''} and ${calls.step} = ${during?.step ?? 0})
  order by ${calls.endedAt}, ${calls.id} limit 1))`;

/** How many files and tools have brought words from outside into a chat, and the first few: a person is told of them. */
export interface OutsideSources {
  count: number;
  first: ({ server: string; tool: string } | { file: string })[];
}

const NAMED_SOURCES = 3;

/** Files first, each name and each tool once, in the order in which they came: its first is that of `outsideOf`. */
export const outsideSources = sql<OutsideSources>`(select json_build_object('count', count(*)::int,
    'first', coalesce(json_agg(named.source order by named.place) filter (where named.place <= ${NAMED_SOURCES}), '[]'))
  from (select brought.source, row_number() over (order by brought.kind, min(brought.at), brought.source::text) as place
    from (select 1 as kind, jsonb_build_object('file', ${uploads.name}) as source, ${attachments.enteredAt} as at
        from ${attachments} join ${uploads} on ${uploads.id} = ${attachments.uploadId}
        where ${attachments.chatId} = ${chats.id} and ${uploads.outside} and ${isUncleared(attachments.enteredAt)}
      union all select 2, jsonb_build_object('server', ${calls.server}, 'tool', ${calls.tool}), ${calls.endedAt}
        ${outsideCalls}) as brought
    group by brought.kind, brought.source) as named)`;
