import 'server-only';
/** What a call is judged by besides its tool: what stands in the chat, in the team and in its rules at this moment. */
import { sql } from 'drizzle-orm';
import { schema } from '@/db/schema/all';

const { calls, chats } = schema;

/** The call whose result brought words from outside into a chat: the first since an admin cleared it. */
export interface Outside {
  callId: string;
  server: string;
  /** The bare name. */
  tool: string;
}

/** A step of a run: what the model orders in it, it orders before it has read what comes of it. */
export interface Step {
  runId: string;
  /** From 1. */
  step: number;
}

/**
 * What has come into the chat from outside: words of a tool that reaches beyond its server, or of an unknown one.
 * @param during the step that is judged, whose own results have not been read yet
 */
export const outsideOf = (
  during?: Step,
) => sql<Outside | null>`(select json_build_object('callId', ${calls.id},
    'server', ${calls.server}, 'tool', ${calls.tool})
  from ${calls} where ${calls.chatId} = ${chats.id} and ${calls.outside} and ${calls.dispatchedAt} is not null
    and ${calls.status} in ('success', 'error', 'unknown')
    and (${chats.clearedAt} is null or ${calls.endedAt} > ${chats.clearedAt})
    and not (${calls.runId} = ${during?.runId ?? ''} and ${calls.step} = ${during?.step ?? 0})
  order by ${calls.endedAt}, ${calls.id} limit 1)`;
