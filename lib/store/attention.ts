import 'server-only';
/** Counts how often people are asked, and what they answer. */
import { type SQL, sql } from 'drizzle-orm';
import { isAsk } from '@/db/approval-keys';
import { type Queryable, rowsOf } from '@/db/client';
import { schema } from '@/db/schema/all';

const { approvals, calls } = schema;

export interface AskedCount {
  asked: number;
  confirmed: number;
  cancelled: number;
  expired: number;
  /** The median time to a decision, in seconds; null if there was none. */
  seconds: number | null;
  /** Null when nothing was asked. */
  trusted: boolean | null;
  grantable: boolean | null;
}

/** By tool: its server's name and its own. */
export type OfTool<Count> = Count & { server: string; tool: string };

const isExpired = sql`(${approvals.status} = 'expired'
  or (${approvals.status} = 'pending' and ${approvals.expiresAt} <= now()))`;
const isDecided = sql`${approvals.status} in ('confirmed', 'cancelled')`;
/** In whole milliseconds, as the database keeps times. */
const waited = sql`(date_part('epoch', ${approvals.decidedAt} - ${approvals.requestedAt}) * 1000)::bigint`;
// Without looking up replaced cards, and without medians: with either, PostgreSQL first sorts all cards by tool, which
// takes longer than counting them.
const counted = sql`count(*)::int as asked, count(*) filter (where ${approvals.status} = 'confirmed')::int as confirmed,
  count(*) filter (where ${approvals.status} = 'cancelled')::int as cancelled,
  count(*) filter (where ${isExpired})::int as expired, array_agg(${waited}) filter (where ${isDecided}) as waited,
  array_agg(${approvals.id}) filter (where ${approvals.status} = 'superseded') as withdrawn,
  bool_and(${approvals.trusted}) as trusted, bool_or(${approvals.grantable}) as grantable`;
// A call that was asked about again, on a card replacing another, is one call whose last card counts. Only replaced
// cards are looked up, since comparing all calls of a large team would take most of the time.
const replaced = sql`(select count(*)::int from unnest(withdrawn) as one (id) join ${approvals} on ${approvals.id} = one.id
  where exists (select 1 from ${approvals} as "later"
    where "later"."run_id" = ${approvals.runId} and "later"."tool_call_id" = ${approvals.toolCallId} and "later"."kind" = 'ask'
      and ("later"."requested_at", "later"."id") > (${approvals.requestedAt}, ${approvals.id}) offset 0))`;

const since = (days: number) => sql`now() - make_interval(days => ${days}::int)`;

const isAsked = (teamId: string, days: number): SQL =>
  sql`${approvals.teamId} = ${teamId} and ${isAsk(approvals)} and ${approvals.requestedAt} > ${since(days)}`;

/** For one tool, with the time each decision took. */
type Counted = OfTool<Omit<AskedCount, 'seconds'>> & { waited: string | null };

/** Over the team's last days: for each tool that asked, and for all together. */
export async function countAsked(
  db: Queryable,
  teamId: string,
  days: number,
): Promise<{ tools: OfTool<AskedCount>[]; all: AskedCount }> {
  const { server, tool } = approvals;
  const rows = await rowsOf<Counted>(
    db,
    sql`with counted as materialized (select ${server} as server, ${tool} as tool, ${counted} from ${approvals}
        where ${isAsked(teamId, days)} group by ${server}, ${tool})
      select server, tool, asked - ${replaced} as asked, confirmed, cancelled, expired,
        array_to_string(waited, ',') as waited, trusted, grantable from counted`,
  );
  const found = rows.map(({ waited, ...row }) => ({ row, times: timesOf(waited) }));
  return {
    tools: found.map(({ row, times }) => ({ ...row, seconds: medianOf(times) })),
    all: together(
      rows,
      found.flatMap(({ times }) => times),
    ),
  };
}

const timesOf = (waited: string | null): number[] => (waited ? waited.split(',').map(Number) : []);

/** From milliseconds, in seconds; for an even number, the mean of the middle two. */
function medianOf(times: readonly number[]): number | null {
  const sorted = Float64Array.from(times).sort();
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2 / 1000;
}

function together(rows: readonly Counted[], times: readonly number[]): AskedCount {
  const sum = (key: 'asked' | 'confirmed' | 'cancelled' | 'expired') =>
    rows.reduce((total, row) => total + row[key], 0);
  return {
    asked: sum('asked'),
    confirmed: sum('confirmed'),
    cancelled: sum('cancelled'),
    expired: sum('expired'),
    seconds: medianOf(times),
    trusted: rows.length > 0 ? rows.every((row) => row.trusted) : null,
    grantable: rows.length > 0 ? rows.some((row) => row.grantable) : null,
  };
}

/** The models' calls over the team's last days, by tool. */
export function countCallsByTool(
  db: Queryable,
  teamId: string,
  days: number,
): Promise<OfTool<{ calls: number }>[]> {
  return rowsOf(
    db,
    sql`select ${calls.server} as server, ${calls.tool} as tool, count(*)::int as calls from ${calls}
      where ${calls.teamId} = ${teamId} and ${calls.step} > 0 and ${calls.createdAt} > ${since(days)} group by 1, 2`,
  );
}
