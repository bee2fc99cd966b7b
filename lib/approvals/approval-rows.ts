import 'server-only';
/** Reading approvals: who may see and decide which, and the view that card and API show. */
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isAsk } from '@/db/approval-keys';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';
import type { Confirmers } from '@/lib/rules/confirmers';
import { type ApprovalRow, statusNow } from '@/lib/store/approvals';
import type { ResolvedAnnotations } from '@/mcp/annotations';
import type { ApprovalStatus, ApprovalView, CardChange } from './approval-view';
import { hasRight, mayConfirm } from './rights';

const { approvals, chats, confirmations, members, outsideRequests, runs, tokens, users } = schema;

/** Stands as the rule of a card that waits for what nobody may run any more. */
export const DENIED = 'denied';
const requester = alias(users, 'requester');
const decider = alias(users, 'decider');

/** How many cards are read at once. */
export const MOST = 500;

export interface Found {
  row: ApprovalRow;
  status: ApprovalStatus;
  requestedByName: string;
  decidedByName: string | null;
  /** Who has confirmed, oldest first. */
  confirmedBy: { id: string; name: string }[];
  confirmers: Confirmers | null;
  changed: CardChange[] | null;
  /** Of another client's call: what that calls itself, and the name of its token. */
  client?: string | null;
  token?: string | null;
  away?: boolean;
}

export const confirmedBy = sql<
  Found['confirmedBy']
>`(select coalesce(json_agg(json_build_object('id', ${users.id},
    'name', ${users.name}) order by ${confirmations.at}), '[]')
  from ${confirmations} join ${users} on ${users.id} = ${confirmations.userId}
  where ${confirmations.approvalId} = ${approvals.id})`;

/** How many of those who can confirm are told by name. */
const NAMED = 3;

/** Read only where the person who asked cannot confirm, and somebody still has to. */
export const confirmers = sql<Confirmers | null>`(case when ${approvals.requirement} <> 'ask'
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

/** Read only of what waits; its old card is the newest one of the same call that was replaced. */
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
    from "approvals" as "before"
    where "before"."run_id" = ${approvals.runId} and "before"."tool_call_id" = ${approvals.toolCallId}
      and "before"."status" = 'superseded' and "before"."kind" = 'ask'
    order by "before"."decided_at" desc, "before"."requested_at" desc limit 1) end)`;

/** Of another client's call that waits: nobody is connected for it. One that was told to ask again does so at once. */
const away = sql<boolean>`(${runs.tokenId} is not null and ${runs.status} = 'waiting' and not exists (
    select 1 from ${outsideRequests} where ${outsideRequests.runId} = ${runs.id} and (${outsideRequests.endedAt} is null
      and ${outsideRequests.beatAt} > now() - interval '15 seconds'
      or ${outsideRequests.ended} = 'again' and ${outsideRequests.endedAt} > now() - interval '10 seconds')))`;

/** Cards that match, newest first unless told otherwise, at most 500; held calls have no card and are never among them. */
export async function find(
  db: Queryable,
  where: SQL | undefined,
  order: SQL[] = [desc(approvals.requestedAt)],
  limit = MOST,
): Promise<Found[]> {
  return db
    .select({
      row: approvals,
      status: statusNow,
      requestedByName: requester.name,
      decidedByName: decider.name,
      confirmedBy,
      confirmers,
      changed,
      client: runs.client,
      token: tokens.name,
      away,
    })
    .from(approvals)
    .innerJoin(chats, eq(chats.id, approvals.chatId))
    .innerJoin(runs, eq(runs.id, approvals.runId))
    .leftJoin(tokens, eq(tokens.id, runs.tokenId))
    .innerJoin(requester, eq(requester.id, approvals.requestedBy))
    .leftJoin(decider, eq(decider.id, approvals.decidedBy))
    .where(and(isAsk(approvals), where))
    .orderBy(...order)
    .limit(limit);
}

/** What of a team's approvals this person can see: an admin all, others those of their own chats. */
export function visibleTo(caller: Caller): SQL | undefined {
  const inTeam = eq(approvals.teamId, caller.teamId);
  if (caller.role === 'admin') return inTeam;
  // Who asked is the chat's owner; it is said besides since there is an index of it.
  return and(inTeam, eq(chats.userId, caller.userId), eq(approvals.requestedBy, caller.userId));
}

/** One approval the caller can see, with its row; null otherwise. */
export async function findApproval(db: Queryable, caller: Caller, id: string): Promise<Found | null> {
  const [found] = await find(db, and(visibleTo(caller), eq(approvals.id, id)));
  return found ?? null;
}

/**
 * The newest card of each call of a chat, by tool call id. Whoever calls has made sure that the reader may
 * see the chat.
 */
export async function cardsOfChat(
  db: Queryable,
  reader: Caller,
  chatId: string,
): Promise<Map<string, ApprovalView>> {
  const found = await find(db, eq(approvals.chatId, chatId));
  const cards = new Map<string, ApprovalView>();
  for (const one of found.reverse()) cards.set(one.row.toolCallId, viewOf(one, reader));
  return cards;
}

/** The view of a card that was just written, for the stream of the person whose run asked. */
export async function freshView(db: Queryable, row: ApprovalRow, requestedBy: Caller): Promise<ApprovalView> {
  const [found] = await find(db, eq(approvals.id, row.id));
  if (!found) throw new Error('The approval is gone.');
  return viewOf(found, requestedBy);
}

/** How a card looks to its reader. */
export function viewOf(
  {
    row,
    status,
    requestedByName,
    decidedByName,
    confirmedBy,
    confirmers,
    changed,
    client = null,
    token,
    away = false,
  }: Found,
  reader: Caller,
): ApprovalView {
  const isOpen = status === 'pending';
  const denied = row.rule === DENIED;
  const hasConfirmed = confirmedBy.some(({ id }) => id === reader.userId);
  return {
    id: row.id,
    chatId: row.chatId,
    toolCallId: row.toolCallId,
    server: row.server,
    tool: row.tool,
    title: row.title,
    description: row.description,
    trusted: row.trusted,
    risk: row.risk,
    annotations: row.annotations as ResolvedAnnotations,
    input: JSON.parse(row.input),
    preview: row.preview ?? null,
    edited: row.edited && { by: row.edited.by, before: JSON.parse(row.edited.before) },
    reason: row.reason,
    requestedBy: { id: row.requestedBy, name: requestedByName },
    ...(token != null && { through: { client, token, away } }),
    requestedAt: row.requestedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    status,
    denied,
    changed: changed ?? [],
    requirement: row.requirement,
    critical: row.critical,
    grantable: row.grantable,
    confirmedBy,
    confirmers: isOpen && !denied ? confirmers : null,
    mayDecide: isOpen && !denied && !hasConfirmed && mayConfirm(reader, row),
    mayCancel: isOpen && hasRight(reader, row.requestedBy),
    decidedBy: row.decidedBy && decidedByName ? { id: row.decidedBy, name: decidedByName } : null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decisionReason: row.decisionReason,
  };
}
