import 'server-only';
/**
 * What has brought words from outside into a chat: judging calls takes the first source, people are told of several.
 */
import { type Placeholder, type SQLWrapper, sql } from 'drizzle-orm';
import { schema } from '@/db/schema/all';

const { attachments, calls, chats, uploads } = schema;

/**
 * The source of words from outside in a chat since an admin last cleared it: an import from another app, a file, or the
 * first call (by its bare name) whose result brought them.
 */
export type Outside =
  | { callId: string; server: string; tool: string }
  | { file: string }
  | { imported: 'ChatGPT' | 'Claude' };

/** A step of a run: its calls were made by the model before it read any of their results. */
export interface Step {
  runId: string;
  /** From 1. */
  step: number;
}

/** The same, or placeholders for it in a statement. */
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
 * The source of words from outside in the chat or its sub-agents: an imported chat, a file, or a tool that reaches
 * beyond its server, or an unknown tool. In this order, so that it stays the same during a run.
 * @param during the step being judged, whose own results have not been read yet
 */
export const outsideOf = (
  during?: StepIn,
) => sql<Outside | null>`coalesce(${importedFrom}, ${attachedFile}, (select json_build_object('callId', ${calls.id},
    'server', ${calls.server}, 'tool', ${calls.tool}) ${outsideCalls}
    and not (${calls.runId} = ${during?.runId ?? ''} and ${calls.step} = ${during?.step ?? 0})
  order by ${calls.endedAt}, ${calls.id} limit 1))`;

/** How many files and tools have brought words from outside into a chat, and the first few, for telling people. */
export interface OutsideSources {
  count: number;
  first: ({ server: string; tool: string } | { file: string })[];
}

const NAMED_SOURCES = 3;

/** Files first, each name and each tool once, in order of arrival: the first one is that of `outsideOf`. */
export const outsideSources = sql<OutsideSources>`(select json_build_object('count', count(*)::int,
    'first', coalesce(json_agg(named.source order by named.place) filter (where named.place <= ${NAMED_SOURCES}), '[]'))
  from (select brought.source, row_number() over (order by brought.kind, min(brought.at), brought.source::text) as place
    from (select 1 as kind, jsonb_build_object('file', ${uploads.name}) as source, ${attachments.enteredAt} as at
        from ${attachments} join ${uploads} on ${uploads.id} = ${attachments.uploadId}
        where ${attachments.chatId} = ${chats.id} and ${uploads.outside} and ${isUncleared(attachments.enteredAt)}
      union all select 2, jsonb_build_object('server', ${calls.server}, 'tool', ${calls.tool}), ${calls.endedAt}
        ${outsideCalls}) as brought
    group by brought.kind, brought.source) as named)`;
