import 'server-only';
/**
 * Finds receipts among very many, newest first by when they were written. Each filter has an index
 * (`db/receipt-keys.ts`) that returns its matches in that order, so that a page costs only as much as it shows. A
 * filter that several keys can match queries each of them, and takes the newest of all.
 */
import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '@/db/client';
import { chatOf, hourOf, ownerOf, ownOf, personOf, serverOf, toolOf } from '@/db/receipt-keys';
import { schema } from '@/db/schema/all';
import { AppError } from '@/lib/errors';

const { receiptLinks, receipts } = schema;
const { at, body, id, kind, teamId } = receipts;

/** How many more are read at first in case some are not linked yet; usually none. */
const SPARE = 10;

/** Filters that all have to match. */
export interface ReceiptFilters {
  kind?: string | undefined;
  server?: string | undefined;
  /** Part of the bare name, ignoring case. */
  tool?: string | undefined;
  /** An id: of the person who did it, or for whom it was done. */
  person?: string | undefined;
  /** An id. */
  chat?: string | undefined;
  /** How a call ended, as in the ledger: `success`, `error`. Used together with a kind, whose index finds it. */
  status?: string | undefined;
  /** ISO 8601, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
}

/** A receipt as a page shows it. */
export interface FoundReceipt {
  id: number;
  /** Null until it is linked. */
  seq: number | null;
  hash: string | null;
  at: Date;
  kind: string;
  body: string;
}

/** Whether a receipt matches: true or false, never null. */
export function matches(filters: ReceiptFilters): SQL {
  return sql`coalesce(${wantedBy(filters) ?? sql`true`}, false)`;
}

function wantedBy({
  kind: of,
  server,
  tool,
  person,
  chat,
  status,
  from,
  to,
}: ReceiptFilters): SQL | undefined {
  return and(
    of === undefined ? undefined : eq(kind, of),
    from === undefined ? undefined : gte(at, new Date(from)),
    to === undefined ? undefined : lte(at, new Date(to)),
    server === undefined ? undefined : sql`${serverOf(body)} = ${server}`,
    tool === undefined ? undefined : isNamed(toolOf(body), tool),
    status === undefined ? undefined : sql`${body}::jsonb ->> 'status' = ${status}`,
    chat === undefined ? undefined : sql`${chatOf(body)} = ${chat}`,
    person === undefined
      ? undefined
      : sql`${person} in (${personOf(body)}, ${ownerOf(body)}, ${ownOf(body)})`,
  );
}

const isNamed = (name: SQL, like: string) => sql`strpos(lower(${name}), lower(${like})) > 0`;

/**
 * The team's linked receipts that match, newest first.
 * @param before the id of a receipt: only older ones
 * @throws AppError bad_request if `before` is not one of the team's
 */
export async function listLinkedReceipts(
  db: Queryable,
  team: string,
  filters: ReceiptFilters,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<FoundReceipt[]> {
  const inTime = and(inHours(filters), before === undefined ? undefined : await olderThan(db, team, before));
  for (let spare = SPARE; ; spare *= 10) {
    const rows = await rowsOf<Omit<FoundReceipt, 'at'> & { at: Date | string }>(
      db,
      statement(team, filters, inTime, limit + spare),
    );
    const linked = rows.filter(({ seq }) => seq !== null).slice(0, limit);
    if (linked.length === limit || rows.length < limit + spare) return linked.map(foundOf);
  }
}

const foundOf = (row: Omit<FoundReceipt, 'at'> & { at: Date | string }): FoundReceipt => ({
  ...row,
  id: Number(row.id),
  seq: Number(row.seq),
  at: new Date(row.at),
});

/** The part of a time range that the index covers. */
function inHours({ from, to }: ReceiptFilters): SQL | undefined {
  const hour = (time: string) => hourOf(sql`${new Date(time).toISOString()}::timestamptz`);
  return and(
    from === undefined ? undefined : sql`${hourOf(at)} >= ${hour(from)}`,
    to === undefined ? undefined : sql`${hourOf(at)} <= ${hour(to)}`,
  );
}

async function olderThan(db: Queryable, team: string, before: number): Promise<SQL | undefined> {
  const [last] = await db
    .select({ at })
    .from(receipts)
    .where(and(eq(id, before), eq(teamId, team)));
  if (!last) throw new AppError('bad_request', 'before: is none.');
  const time = sql`${last.at.toISOString()}::timestamptz`;
  return and(sql`${hourOf(at)} <= ${hourOf(time)}`, sql`(${at}, ${id}) < (${time}, ${before}::bigint)`);
}

/**
 * Joins links to the receipts already chosen, so that only those of a page are looked up and not those of a whole hour.
 * A condition that the arm's key already covers is not repeated for each row: it would have to be read from the
 * receipt's text.
 */
function statement(team: string, filters: ReceiptFilters, inTime: SQL | undefined, limit: number): SQL {
  return sql`select found.id, ${receiptLinks.seq} as seq, ${receiptLinks.hash} as hash, found.at, found.kind, found.body
    from (${newestOf(team, filters, inTime, limit)}) as found
    left join ${receiptLinks} on ${receiptLinks.receiptId} = found.id order by found.at desc, found.id desc`;
}

function newestOf(team: string, filters: ReceiptFilters, inTime: SQL | undefined, limit: number): SQL {
  const { chat, person, server, tool } = filters;
  const newest = (
    besides: ReceiptFilters,
    key?: SQL,
  ) => sql`(select ${id} as id, ${at} as at, ${kind} as kind, ${body} as body from ${receipts}
    where ${and(eq(teamId, team), wantedBy(besides), inTime, key)}
    order by ${hourOf(at)} desc, ${at} desc, ${id} desc limit ${limit})`;
  const ordered = (found: SQL) =>
    sql`select * from (${found}) as found order by at desc, id desc limit ${limit}`;
  if (chat !== undefined) return newest(filters);
  if (person !== undefined) {
    const besides = { ...filters, person: undefined };
    const arms = [personOf(body), ownerOf(body), ownOf(body)].map((key) =>
      newest(besides, sql`${key} = ${person}`),
    );
    return ordered(sql.join(arms, sql` union `));
  }
  if (server === undefined && tool === undefined) return newest(filters);
  const besides = { ...filters, server: undefined, tool: undefined };
  const key = sql`${serverOf(body)} = tools.server and ${toolOf(body)} = tools.tool`;
  const known = tool === undefined ? sql`true` : isNamed(sql`tools.tool`, tool);
  return sql`with recursive ${toolsOf(team, server)} ${ordered(
    sql`select one.* from tools cross join lateral ${newest(besides, key)} as one where ${known}`,
  )}`;
}

/**
 * Jumps from one tool to the next in the index, for all servers or one: as many steps as tools, however many receipts
 * each has.
 */
function toolsOf(team: string, server: string | undefined): SQL {
  const [ofServer, ofTool] = [serverOf(body), toolOf(body)];
  const key = sql`${ofServer}, ${ofTool}`;
  const named = sql`${ofServer} as server, ${ofTool} as tool`;
  const isThere = sql`${teamId} = ${team} and ${server === undefined ? sql`${ofServer} is not null` : sql`${ofServer} = ${server}`}`;
  const isNext = server === undefined ? sql`(${key}) > (t.server, t.tool)` : sql`${ofTool} > t.tool`;
  return sql`tools(server, tool) as (
    (select ${named} from ${receipts} where ${isThere} order by ${key} limit 1)
    union all
    select next.server, next.tool from tools t cross join lateral (select ${named} from ${receipts}
      where ${isThere} and ${isNext} order by ${key} limit 1) next)`;
}
