import 'server-only';
/** What asking costs people: how often they are asked, how long they take, and how often they say yes. */
import { sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '@/db/client';
import { schema } from '@/db/schema/all';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { type Attention, type Period, type ToolAttention, USUAL_PERIOD } from './attention-view';

const { approvals, calls } = schema;

interface Counted {
  asked: number;
  confirmed: number;
  cancelled: number;
  expired: number;
  seconds: number | null;
  trusted: boolean | null;
  grantable: boolean | null;
}

type Named<Count> = Count & { server: string; tool: string };

const NOTHING: Counted = {
  ...{ asked: 0, confirmed: 0, cancelled: 0, expired: 0, seconds: null },
  ...{ trusted: null, grantable: null },
};

const isExpired = sql`(${approvals.status} = 'expired'
  or (${approvals.status} = 'pending' and ${approvals.expiresAt} <= now()))`;
const isDecided = sql`${approvals.status} in ('confirmed', 'cancelled')`;
const median = sql`percentile_cont(0.5) within group (order by extract(epoch from
  ${approvals.decidedAt} - ${approvals.requestedAt})) filter (where ${isDecided})`;
// A call that was asked about anew, on a card in the place of another, is one call.
const counted = sql`count(distinct (${approvals.runId}, ${approvals.toolCallId}))::int as asked, count(*) filter (where ${approvals.status} = 'confirmed')::int as confirmed,
  count(*) filter (where ${approvals.status} = 'cancelled')::int as cancelled,
  count(*) filter (where ${isExpired})::int as expired, ${median}::float8 as seconds,
  bool_and(${approvals.trusted}) as trusted, bool_or(${approvals.grantable}) as grantable`;

/**
 * Counts over the team's last days.
 * @throws AppError forbidden for anyone but admins
 */
export async function attention(
  db: Queryable,
  { role, teamId }: Caller,
  days: Period = USUAL_PERIOD,
): Promise<Attention> {
  if (role !== 'admin') throw new AppError('forbidden', 'Only admins see how the team is asked.');
  const since = sql`now() - make_interval(days => ${days}::int)`;
  const asks = sql`${approvals.teamId} = ${teamId} and ${approvals.kind} = 'ask' and ${approvals.requestedAt} > ${since}`;
  const [tools, [all = NOTHING], made] = await Promise.all([
    rowsOf<Named<Counted>>(
      db,
      sql`select ${approvals.server} as server, ${approvals.tool} as tool, ${counted} from ${approvals}
        where ${asks} group by 1, 2`,
    ),
    rowsOf<Counted>(db, sql`select ${counted} from ${approvals} where ${asks}`),
    rowsOf<Named<{ calls: number }>>(
      db,
      sql`select ${calls.server} as server, ${calls.tool} as tool, count(*)::int as calls from ${calls}
        where ${calls.teamId} = ${teamId} and ${calls.step} > 0 and ${calls.createdAt} > ${since} group by 1, 2`,
    ),
  ]);
  const total = made.reduce((sum, one) => sum + one.calls, 0);
  const { asked, confirmed, cancelled, expired, seconds } = all;
  return {
    ...{ days, calls: total, asked, confirmed, decided: confirmed + cancelled, expired },
    medianSeconds: seconds,
    askedPer100: total > 0 ? (100 * asked) / total : null,
    tools: made
      .map((one) => toolAttention(one, tools))
      .sort((a, b) => b.asked - a.asked || b.calls - a.calls),
  };
}

function toolAttention(
  { server, tool, calls: made }: Named<{ calls: number }>,
  tools: readonly Named<Counted>[],
): ToolAttention {
  const found = tools.find((one) => one.server === server && one.tool === tool) ?? NOTHING;
  const { asked, confirmed, cancelled, expired, seconds, trusted, grantable } = found;
  const decided = confirmed + cancelled;
  return {
    ...{ server, tool, calls: made, asked, confirmed, cancelled, expired },
    confirmedShare: decided > 0 ? confirmed / decided : null,
    medianSeconds: seconds,
    trusted: trusted ?? false,
    grantable: grantable ?? false,
  };
}
