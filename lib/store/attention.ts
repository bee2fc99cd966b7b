import 'server-only';
/** Counts of how often people are asked, and of what they say. */
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
  /** The median of how long a decision took; null when there was none. */
  seconds: number | null;
  /** Null when nothing was asked. */
  trusted: boolean | null;
  grantable: boolean | null;
}

/** Of one tool, by its server's name and its own. */
export type OfTool<Count> = Count & { server: string; tool: string };

const isExpired = sql`(${approvals.status} = 'expired'
  or (${approvals.status} = 'pending' and ${approvals.expiresAt} <= now()))`;
const isDecided = sql`${approvals.status} in ('confirmed', 'cancelled')`;
const median = sql`percentile_cont(0.5) within group (order by extract(epoch from
  ${approvals.decidedAt} - ${approvals.requestedAt})::float8) filter (where ${isDecided})`;
// A call that was asked about again, on a card in the place of another, is one call: of its cards the last one counts. Only what
// was replaced is looked up, since to compare all calls of a large team would take the most of the time.
const isReplaced = sql`(${approvals.status} = 'superseded' and exists (select 1 from ${approvals} as "later"
  where "later"."run_id" = ${approvals.runId} and "later"."tool_call_id" = ${approvals.toolCallId} and "later"."kind" = 'ask'
    and ("later"."requested_at", "later"."id") > (${approvals.requestedAt}, ${approvals.id})))`;
const counted = sql`count(*) filter (where not ${isReplaced})::int as asked, count(*) filter (where ${approvals.status} = 'confirmed')::int as confirmed,
  count(*) filter (where ${approvals.status} = 'cancelled')::int as cancelled,
  count(*) filter (where ${isExpired})::int as expired, ${median}::float8 as seconds,
  bool_and(${approvals.trusted}) as trusted, bool_or(${approvals.grantable}) as grantable`;

const since = (days: number) => sql`now() - make_interval(days => ${days}::int)`;

const isAsked = (teamId: string, days: number): SQL =>
  sql`${approvals.teamId} = ${teamId} and ${isAsk(approvals)} and ${approvals.requestedAt} > ${since(days)}`;

/** Over the team's last days: of each tool that asked, and of all together. */
export async function countAsked(
  db: Queryable,
  teamId: string,
  days: number,
): Promise<{ tools: OfTool<AskedCount>[]; all: AskedCount | undefined }> {
  const { server, tool } = approvals;
  const rows = await rowsOf<OfTool<AskedCount> & { isAll: boolean }>(
    db,
    sql`select ${server} as server, ${tool} as tool, grouping(${server}) = 1 as "isAll", ${counted} from ${approvals}
      where ${isAsked(teamId, days)} group by grouping sets ((${server}, ${tool}), ())`,
  );
  return { tools: rows.filter(({ isAll }) => !isAll), all: rows.find(({ isAll }) => isAll) };
}

/** Calls of models over the team's last days, by tool. */
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
