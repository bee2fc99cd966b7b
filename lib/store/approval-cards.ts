import 'server-only';
/** Reads cards with everything they show. Held calls have no card and are never among them. */
import {
  and,
  asc,
  desc,
  eq,
  inArray,
  ne,
  notExists,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { decidedAt, isAsk, isHolding } from '@/db/approval-keys';
import type { Queryable, Transaction } from '@/db/client';
import { kept, keptBy, listed } from '@/db/kept';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';
import type { TimeKey } from '@/lib/values/time-cursor';
import { type ApprovalRow, type ApprovalStatus, DENIED, isOpen, isPastTime, statusNow } from './approvals';
import { runsOfMessages } from './runs';

const { approvals, chats, confirmations, members, outsideRequests, runs, tokens, users } = schema;

/** Who can confirm: a few by name, and how many others. */
export interface Confirmers {
  named: { id: string; name: string }[];
  more: number;
}

/** What differs from the card that this one replaced. */
export type CardChange = 'preview' | 'tool' | 'asks' | 'reason' | 'input';

export interface FoundCard {
  row: ApprovalRow;
  status: ApprovalStatus;
  /** The answer that contains the card. */
  messageId: string;
  requestedByName: string;
  decidedByName: string | null;
  /** Who has confirmed, oldest first. */
  confirmedBy: { id: string; name: string }[];
  confirmers: Confirmers | null;
  changed: CardChange[] | null;
  /** What the replaced card showed as its preview, if it differs. */
  was?: NonNullable<ApprovalRow['preview']>['lines'] | null;
  /** For another client's call: that client's name, and the name of its token. */
  client?: string | null;
  token?: string | null;
  away?: boolean;
}

const confirmedBy = sql<
  FoundCard['confirmedBy']
>`(select coalesce(json_agg(json_build_object('id', ${users.id},
    'name', ${users.name}) order by ${confirmations.at}), '[]')
  from ${confirmations} join ${users} on ${users.id} = ${confirmations.userId}
  where ${confirmations.approvalId} = ${approvals.id})`;

/** How many of those who can confirm are named. */
const NAMED = 3;

/** Read only if the person who asked cannot confirm, and somebody still has to. */
const confirmers = sql<Confirmers | null>`(case when ${approvals.requirement} <> 'ask'
    and ${approvals.status} = 'pending' then (select json_build_object(
      'named', coalesce(json_agg(json_build_object('id', "one"."id", 'name', "one"."name") order by "one"."nth")
        filter (where "one"."nth" <= ${NAMED}), '[]'),
      'more', greatest(count(*) - ${NAMED}, 0))
    from (select ${users.id}, ${users.name}, row_number() over (order by ${users.name}, ${users.id}) as "nth"
      from ${members} join ${users} on ${users.id} = ${members.userId}
      where ${members.teamId} = ${approvals.teamId} and ${members.role} = 'admin'
        and ${members.userId} <> ${approvals.requestedBy} and ${members.userId} <> all(${approvals.editors})
        and not exists (select 1 from ${confirmations}
          where ${confirmations.approvalId} = ${approvals.id} and ${confirmations.userId} = ${members.userId})
    ) as "one") end)`;

/** The latest replaced card of the same call. */
const replaced = sql`from "approvals" as "before"
    where "before"."run_id" = ${approvals.runId} and "before"."tool_call_id" = ${approvals.toolCallId}
      and "before"."status" = 'superseded' and "before"."kind" = 'ask'
    order by "before"."decided_at" desc, "before"."requested_at" desc limit 1`;

/** The preview of that card; for a plan, its steps. */
const was = sql<FoundCard['was']>`(case when ${approvals.status} = 'pending' then (
    select case when "before"."preview_hash" <> ${approvals.previewHash} and "before"."input_hash" = ${approvals.inputHash}
      then "before"."preview" -> 'lines' end ${replaced}) end)`;

/** Read only for pending cards; the old card is the latest replaced one of the same call. */
const changed = sql<CardChange[] | null>`(case when ${approvals.status} = 'pending' then (
    select array_to_json(array_remove(array[
      case when "before"."preview_hash" <> ${approvals.previewHash} then 'preview' end,
      case when ("before"."definition_hash", "before"."server_url", "before"."calls_itself", "before"."trusted")
        is distinct from (${approvals.definitionHash}, ${approvals.serverUrl}, ${approvals.callsItself}, ${approvals.trusted})
        then 'tool' end,
      case when ("before"."requirement", "before"."critical", "before"."rule" = ${DENIED})
        is distinct from (${approvals.requirement}, ${approvals.critical}, ${approvals.rule} = ${DENIED}) then 'asks' end,
      case when "before"."reason" <> ${approvals.reason} then 'reason' end,
      case when "before"."input_hash" <> ${approvals.inputHash} then 'input' end], null))
    ${replaced}) end)`;

/** A waiting call of another client that is not connected. A client that was told to ask again does so at once. */
const away = sql<boolean>`(${runs.tokenId} is not null and ${runs.status} = 'waiting' and not exists (
    select 1 from ${outsideRequests} where ${outsideRequests.runId} = ${runs.id} and (${outsideRequests.endedAt} is null
      and ${outsideRequests.beatAt} > now() - interval '15 seconds'
      or ${outsideRequests.ended} = 'again' and ${outsideRequests.endedAt} > now() - interval '10 seconds')))`;

/*
 * Names are looked up card by card: with fewer joins PostgreSQL has less to plan, which takes longer than reading a
 * page.
 */
const nameOf = (id: SQLWrapper) =>
  sql<string | null>`(select "one"."name" from ${users} as "one" where "one"."id" = ${id})`;
const token = sql<string | null>`(select ${tokens.name} from ${tokens} where ${tokens.id} = ${runs.tokenId})`;

/** How many cards of a list are read at once. */
const MOST = 500;

function cardsWhere(
  db: Queryable,
  where: SQL | undefined,
  order: SQL[] = [desc(approvals.requestedAt)],
  limit: number | 'all' = MOST,
) {
  const found = db
    .select({
      row: approvals,
      status: statusNow,
      messageId: runs.messageId,
      requestedByName: sql<string>`${nameOf(approvals.requestedBy)}`,
      decidedByName: nameOf(approvals.decidedBy),
      confirmedBy,
      confirmers,
      changed,
      was,
      client: runs.client,
      token,
      away,
    })
    .from(approvals)
    .innerJoin(chats, eq(chats.id, approvals.chatId))
    .innerJoin(runs, eq(runs.id, approvals.runId))
    .where(and(isAsk(approvals), where))
    .orderBy(...order)
    .$dynamic();
  return limit === 'all' ? found : found.limit(limit);
}

interface Reader extends Pick<Caller, 'role'> {
  teamId: string | Placeholder;
  userId: string | Placeholder;
}

/** The team's approvals that this person can see: all for an admin, those of their own chats for others. */
function visibleTo({ teamId, userId, role }: Reader): SQL | undefined {
  const inTeam = eq(approvals.teamId, teamId);
  if (role === 'admin') return inTeam;
  // The person who asked owns the chat; the second condition lets an index be used.
  return and(inTeam, eq(chats.userId, userId), eq(approvals.requestedBy, userId));
}

/** A card that the reader can see. */
export async function findApproval(
  db: Queryable,
  reader: Caller,
  id: string,
): Promise<FoundCard | undefined> {
  const { teamId, userId, role } = reader;
  const [found] = await cardsSeen(role === 'admin' ? role : 'member')(db, { id, teamId, userId });
  return found;
}

const cardsSeen = keptBy((role: Caller['role']) =>
  kept(['id', 'teamId', 'userId'], (db, { id, teamId, userId }) =>
    cardsWhere(db, and(visibleTo({ teamId, userId, role }), eq(approvals.id, id))),
  ),
);

export async function findCard(db: Queryable, id: string): Promise<FoundCard | undefined> {
  const [found] = await cardsById(db, { id });
  return found;
}

const cardsById = kept(['id'], (db, { id }) => cardsWhere(db, eq(approvals.id, id)));

/** All cards of these answers, newest first. Not filtered by reader: a message shows its cards by their rows alone. */
export function listCardsOfMessages(
  db: Queryable,
  chatId: string,
  messageIds: string[],
): Promise<FoundCard[]> {
  return cardsOfMessages(db, { chatId, messageIds: JSON.stringify(messageIds) });
}

const cardsOfMessages = kept(['chatId', 'messageIds'], (db, { chatId, messageIds }) => {
  const isTheirs = inArray(approvals.runId, runsOfMessages(db, chatId, listed(messageIds)));
  return cardsWhere(db, isTheirs, undefined, 'all');
});

/** The same for one run. */
export function listCardsOfRun(db: Queryable, runId: string): Promise<FoundCard[]> {
  return cardsWhere(db, eq(approvals.runId, runId), undefined, 'all');
}

/** Which cards; all conditions must hold. */
export interface CardFilters {
  id?: string | undefined;
  /** With expiry taken into account. `decided`: no longer pending; `held`: confirmed, but not run yet. */
  status?: ApprovalStatus | 'decided' | 'held' | undefined;
  server?: string | undefined;
  /** The bare name. */
  tool?: string | undefined;
  /** Id of the person who asked. */
  person?: string | undefined;
}

/** `asked`: newest first; `oldest`: by the same time, ascending; `decided`: by decision, newest first. */
export type CardOrder = 'asked' | 'oldest' | 'decided';

const ORDERS: Record<CardOrder, { by: SQL; falls: boolean }> = {
  asked: { by: sql`${approvals.requestedAt}`, falls: true },
  oldest: { by: sql`${approvals.requestedAt}`, falls: false },
  decided: { by: decidedAt(approvals), falls: true },
};

/** Those that the reader can see, at most 500. */
export function listCards(
  db: Queryable,
  reader: Caller,
  { id, status, server, tool, person }: CardFilters,
  { order, after, limit = MOST }: { order: CardOrder; after: TimeKey | undefined; limit?: number },
): Promise<FoundCard[]> {
  const { by, falls } = ORDERS[order];
  const where = and(
    visibleTo(reader),
    id === undefined ? undefined : eq(approvals.id, id),
    ofStatus(status),
    server === undefined ? undefined : eq(approvals.server, server),
    tool === undefined ? undefined : eq(approvals.tool, tool),
    person === undefined ? undefined : eq(approvals.requestedBy, person),
    after && follows(by, falls, after),
  );
  const direction = falls ? desc : asc;
  return cardsWhere(db, where, [direction(by), direction(approvals.id)], limit);
}

function ofStatus(status: CardFilters['status']): SQL | undefined {
  if (status === undefined) return undefined;
  if (status === 'pending') return and(isAsk(approvals), isOpen);
  if (status === 'held') return and(isAsk(approvals), isHolding(approvals));
  return status === 'decided' ? ne(statusNow, 'pending') : sql`${statusNow} = ${status}`;
}

function follows(by: SQL, falls: boolean, { time, id }: TimeKey): SQL {
  const key = sql`(${by}, ${approvals.id})`;
  const then = sql`(${time}::timestamptz, ${id})`;
  return falls ? sql`${key} < ${then}` : sql`${key} > ${then}`;
}

/** Pending cards that this person has not confirmed yet: counted by whom they ask. */
export function countWaitingCards(db: Queryable, reader: Caller) {
  const mine = db
    .select({ one: sql`1` })
    .from(confirmations)
    .where(and(eq(confirmations.approvalId, approvals.id), eq(confirmations.userId, reader.userId)));
  const { requestedBy, requirement, editors } = approvals;
  return db
    .select({ requestedBy, requirement, editors, rule: approvals.rule, count: sql<number>`count(*)::int` })
    .from(approvals)
    .innerJoin(chats, eq(chats.id, approvals.chatId))
    .where(and(visibleTo(reader), isAsk(approvals), isOpen, notExists(mine)))
    .groupBy(requestedBy, requirement, editors, approvals.rule);
}

/** The run's pending cards that have expired, with who has confirmed and who can. */
export function listPastTime(tx: Transaction, runId: string) {
  const { id, toolCallId, requirement } = approvals;
  return tx
    .select({ id, toolCallId, requirement, confirmedBy, confirmers })
    .from(approvals)
    .where(and(eq(approvals.runId, runId), isPastTime));
}
