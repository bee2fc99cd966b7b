import 'server-only';
/** How a team's Amber did in the last day, and what its database holds: counts, times and sizes, no contents. */
import { sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '@/db/client';
import { schema } from '@/db/schema/all';

const { calls, chats, outbox, runs } = schema;

export interface DayRow {
  /** Finished calls by outcome; `notRun`: cancelled, refused, withdrawn or stopped before anything was sent. */
  done: number;
  failed: number;
  unclear: number;
  notRun: number;
  /** Model requests for answers: how many, how many failed, milliseconds in total, and tokens as far as reported. */
  asked: number;
  inVain: number;
  ms: number;
  read: number;
  written: number;
}

export async function readDay(db: Queryable, teamId: string): Promise<DayRow | undefined> {
  const [row] = await rowsOf<DayRow>(
    db,
    sql`with ended as (
        select ${calls.status} as status, ${calls.dispatchedAt} is not null as sent from ${calls}
        where ${calls.teamId} = ${teamId} and ${calls.createdAt} > now() - interval '1 day'
      ), answered as (
        select ${runs.modelRequests} as requests, ${runs.modelErrors} as errors, ${runs.modelMs} as ms,
          ${runs.tokensRead} as read, ${runs.tokensWritten} as written
        from ${runs} join ${chats} on ${chats.id} = ${runs.chatId}
        where ${chats.teamId} = ${teamId} and ${runs.createdAt} > now() - interval '1 day'
      )
      select count(*) filter (where status = 'success')::int as done, count(*) filter (where status = 'error' and sent)::int as failed,
        count(*) filter (where status = 'unknown')::int as unclear,
        count(*) filter (where status in ('abort', 'denied', 'superseded', 'expired') or status = 'error' and not sent)::int as "notRun",
        (select coalesce(sum(requests), 0)::float8 from answered) as asked,
        (select coalesce(sum(errors), 0)::float8 from answered) as "inVain",
        (select coalesce(sum(ms), 0)::float8 from answered) as ms,
        (select coalesce(sum(read), 0)::float8 from answered) as read,
        (select coalesce(sum(written), 0)::float8 from answered) as written
      from ended`,
  );
  return row;
}

/** For each kind with unsent rows: how many, and since when the oldest waits (ISO 8601). */
export function listUnsent(
  db: Queryable,
  teamId: string,
): Promise<{ kind: 'mail' | 'webhook' | 'push'; count: number; oldest: string }[]> {
  return rowsOf(
    db,
    sql`select ${outbox.kind} as kind, count(*)::int as count,
      to_char(min(${outbox.createdAt}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as oldest
      from ${outbox} where ${outbox.teamId} = ${teamId} and ${outbox.status} = 'pending' group by 1 order by 1`,
  );
}
