import 'server-only';
/** Cards as their readers see them, on the page and through the API. */
import type { Queryable } from '@/db/client';
import type { Caller } from '@/lib/people/caller';
import { type FoundCard, findCard, listCardsOfMessages } from '@/lib/store/approval-cards';
import { type ApprovalRow, DENIED } from '@/lib/store/approvals';
import { sha256Hex } from '@/lib/values/canonical-json';
import type { ResolvedAnnotations } from '@/mcp/annotations';
import type { ApprovalView } from './approval-view';
import { hasRight, mayConfirm } from './rights';

/** The newest card of each call: by message, then by tool call id. */
export type Cards = ReadonlyMap<string, ReadonlyMap<string, ApprovalView>>;

/** The caller has checked that the reader may see the chat. */
export async function cardsOfMessages(
  db: Queryable,
  reader: Caller,
  chatId: string,
  messageIds: string[],
): Promise<Cards> {
  return newestCards(await listCardsOfMessages(db, chatId, messageIds), reader);
}

/** @param found newest first */
export function newestCards(found: readonly FoundCard[], reader: Caller): Cards {
  const cards = new Map<string, Map<string, ApprovalView>>();
  for (const one of found.toReversed()) {
    const ofMessage = cards.get(one.messageId) ?? new Map<string, ApprovalView>();
    cards.set(one.messageId, ofMessage.set(one.row.toolCallId, viewOf(one, reader)));
  }
  return cards;
}

/** The view of a new card, for the stream of the person whose run asked. */
export async function freshView(db: Queryable, row: ApprovalRow, requestedBy: Caller): Promise<ApprovalView> {
  const found = await findCard(db, row.id);
  if (!found) throw new Error('The approval is gone.');
  return viewOf(found, requestedBy);
}

function heldOf(
  { status, holdUntil, claimedAt, requestedBy }: ApprovalRow,
  reader: Caller,
): ApprovalView['held'] {
  if (status !== 'confirmed' || holdUntil === null || claimedAt !== null) return null;
  return { until: holdUntil.toISOString(), mayTakeBack: hasRight(reader, requestedBy) };
}

/** Identifies what a person has seen: the call, what it would do, and what is required for it. SHA-256, hex. */
export function shownHash(row: ApprovalRow): string {
  const { id, inputHash, previewHash, definitionHash, requirement, critical } = row;
  return sha256Hex(JSON.stringify([id, inputHash, previewHash, definitionHash, requirement, critical]));
}

/** A card as its reader sees it. */
export function viewOf(
  {
    row,
    status,
    requestedByName,
    decidedByName,
    confirmedBy,
    confirmers,
    changed,
    was,
    client = null,
    token,
    away = false,
  }: FoundCard,
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
    ...(row.reversible !== null && { reversible: row.reversible }),
    input: JSON.parse(row.input),
    ...(row.contentsErasedAt && { contentsErased: true as const }),
    preview: row.preview ?? null,
    edited: row.edited && { by: row.edited.by, before: JSON.parse(row.edited.before) },
    rule: row.rule,
    reason: row.reason,
    requestedBy: { id: row.requestedBy, name: requestedByName },
    ...(token != null && { through: { client, token, away } }),
    requestedAt: row.requestedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    status,
    shown: shownHash(row),
    holdSeconds: row.holdSeconds,
    held: heldOf(row, reader),
    denied,
    changed: changed ?? [],
    ...(was && { was }),
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
