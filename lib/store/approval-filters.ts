import 'server-only';
/** The options by which lists of approvals can be filtered: the servers, tools and people that occur in them. */
import { type SQL, sql } from 'drizzle-orm';
import { isAsk, isPending } from '@/db/approval-keys';
import { type Queryable, rowsOf } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';
import type { CardFilters } from './approval-cards';
import { cardTime } from './card-time';

const { approvals, users } = schema;

/** Enough to choose from; a person with more servers and tools first filters by one. */
const MOST_OPTIONS = 200;
/** The most combinations that are read for this. */
const MOST_COMBINATIONS = 5_000;

export interface FilterOption {
  server: string;
  tool: string;
  id: string;
  name: string;
}

/** The options among the approvals of that status that the caller can see. */
export function listFilterOptions(
  db: Queryable,
  caller: Caller,
  status: CardFilters['status'],
): Promise<FilterOption[]> {
  const ofTeam = sql`${isAsk(approvals)} and ${approvals.teamId} = ${caller.teamId}`;
  // The person who asked owns the chat, and only admins see chats of others.
  const visible =
    caller.role === 'admin' ? ofTeam : sql`${ofTeam} and ${approvals.requestedBy} = ${caller.userId}`;
  return rowsOf<FilterOption>(
    db,
    sql`with recursive ${combinations(visible)}
      select distinct one.tool, one.server, ${users.id}, ${users.name}
      from (${wanted(visible, status)}) as one join ${users} on ${users.id} = one.requested_by
      order by one.tool, one.server, ${users.name} limit ${MOST_OPTIONS}`,
  );
}

/** Jumps from one combination to the next in the index: as many steps as combinations, however many cards each has. */
function combinations(visible: SQL): SQL {
  const key = sql`requested_by, tool, server, status`;
  return sql`combinations(${key}) as (
    (select ${key} from ${approvals} where ${visible} order by ${key} limit 1)
    union all
    select next.* from combinations c cross join lateral (select ${key} from ${approvals}
      where ${visible} and (${key}) > (c.requested_by, c.tool, c.server, c.status) order by ${key} limit 1) next)`;
}

function wanted(visible: SQL, status: CardFilters['status']): SQL {
  const decided = sql`select requested_by, tool, server from (select * from combinations limit ${MOST_COMBINATIONS}) as known
    where status <> 'pending'`;
  // There are few pending cards, and some of them have expired.
  const undecided = (isOf: SQL) =>
    sql`select requested_by, tool, server from ${approvals} where ${visible} and ${isPending(approvals)} and ${isOf}`;
  const isOpen = sql`${approvals.expiresAt} > ${cardTime}`;
  const isExpired = sql`${approvals.expiresAt} <= ${cardTime}`;
  if (status === 'pending') return undecided(isOpen);
  if (status === undefined) return sql`${decided} union all ${undecided(sql`true`)}`;
  if (status === 'decided') return sql`${decided} union all ${undecided(isExpired)}`;
  const ofStatus = sql`${decided} and status = ${status}`;
  return status === 'expired' ? sql`${ofStatus} union all ${undecided(isExpired)}` : ofStatus;
}
