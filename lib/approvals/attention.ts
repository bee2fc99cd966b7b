import 'server-only';
/** What asking costs people: how often they are asked, how long they take, and how often they say yes. */
import { sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/connections/types';
import { AppError } from '@/lib/errors';

const { approvals, calls } = schema;

/** So many days back. */
const DAYS = 30;

export interface ToolAttention {
  server: string;
  tool: string;
  calls: number;
  asked: number;
  confirmed: number;
  cancelled: number;
  expired: number;
  /** Of what people decided, how much they confirmed: 0 to 1; null: nothing was decided. */
  confirmedShare: number | null;
  /** Half of the decisions came within so many seconds; null: nothing was decided. */
  medianSeconds: number | null;
}

export interface Attention {
  days: number;
  calls: number;
  asked: number;
  /** How many of a hundred calls asked; null: there were none. */
  askedPer100: number | null;
  medianSeconds: number | null;
  expired: number;
  /** Those that asked most first. */
  tools: ToolAttention[];
}

/**
 * Counts over the team's last 30 days.
 * @throws AppError forbidden for anyone but admins
 */
export async function attention(db: Queryable, { role, teamId }: Caller): Promise<Attention> {
  if (role !== 'admin') throw new AppError('forbidden', 'Only admins see how the team is asked.');
  const since = sql`now() - make_interval(days => ${DAYS}::int)`;
  const asks = sql`${approvals.teamId} = ${teamId} and ${approvals.kind} = 'ask' and ${approvals.requestedAt} > ${since}`;
  const isExpired = sql`(${approvals.status} = 'expired'
    or (${approvals.status} = 'pending' and ${approvals.expiresAt} <= now()))`;
  const isDecided = sql`${approvals.status} in ('confirmed', 'cancelled')`;
  const median = sql`percentile_cont(0.5) within group (order by extract(epoch from
    ${approvals.decidedAt} - ${approvals.requestedAt})) filter (where ${isDecided})`;
  const counted = sql`count(*)::int as asked, count(*) filter (where ${approvals.status} = 'confirmed')::int as confirmed,
    count(*) filter (where ${approvals.status} = 'cancelled')::int as cancelled,
    count(*) filter (where ${isExpired})::int as expired, ${median}::float8 as seconds`;
  const [tools, [all], made] = await Promise.all([
    rowsOf<Counted & { server: string; tool: string }>(
      db,
      sql`select ${approvals.server} as server, ${approvals.tool} as tool, ${counted} from ${approvals}
        where ${asks} group by 1, 2`,
    ),
    rowsOf<Counted>(db, sql`select ${counted} from ${approvals} where ${asks}`),
    rowsOf<{ server: string; tool: string; calls: number }>(
      db,
      sql`select ${calls.server} as server, ${calls.tool} as tool, count(*)::int as calls from ${calls}
        where ${calls.teamId} = ${teamId} and ${calls.step} > 0 and ${calls.createdAt} > ${since} group by 1, 2`,
    ),
  ]);
  const total = made.reduce((sum, one) => sum + one.calls, 0);
  const { asked, expired, seconds } = all ?? { asked: 0, expired: 0, seconds: null };
  return {
    ...{ days: DAYS, calls: total, asked, expired, medianSeconds: seconds },
    askedPer100: total > 0 ? (100 * asked) / total : null,
    tools: made
      .map((one) => toolAttention(one, tools))
      .sort((a, b) => b.asked - a.asked || b.calls - a.calls),
  };
}

interface Counted {
  asked: number;
  confirmed: number;
  cancelled: number;
  expired: number;
  seconds: number | null;
}

function toolAttention(
  { server, tool, calls: made }: { server: string; tool: string; calls: number },
  tools: readonly (Counted & { server: string; tool: string })[],
): ToolAttention {
  const found = tools.find((one) => one.server === server && one.tool === tool);
  const { asked = 0, confirmed = 0, cancelled = 0, expired = 0, seconds = null } = found ?? {};
  const decided = confirmed + cancelled;
  return {
    ...{ server, tool, calls: made, asked, confirmed, cancelled, expired },
    confirmedShare: decided > 0 ? confirmed / decided : null,
    medianSeconds: seconds,
  };
}
