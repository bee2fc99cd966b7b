import 'server-only';
/** The calls that messages refer to, each with its rounds and cards: the input of the projection. */
import type { Queryable } from '@/db/client';
import { hasRight } from '@/lib/approvals/rights';
import type { Caller } from '@/lib/people/caller';
import { findMessageCalls } from '@/lib/store/message-calls';
import type { UnknownCallView } from '@/lib/unknowns/unknown-call-view';
import { unknownCallView } from '@/lib/unknowns/unknown-calls';
import { isCallRef, type StoredMessage } from './stored-message';
import type { LedgerCall } from './tell-call';

/** By the messages' ids. Messages without calls cost no query. */
export async function callsIn(
  db: Queryable,
  chatId: string,
  messages: readonly StoredMessage[],
): Promise<Map<string, LedgerCall[]>> {
  const parts = messages.flatMap((message) => message.parts);
  const callIds = parts.flatMap((part) => (isCallRef(part) ? [part.callId] : []));
  // Stored in full: a call that the ledger never knew, or one that an older build has stored.
  const toolCallIds = parts.flatMap((part) => (part.type === 'dynamic-tool' ? [part.toolCallId] : []));
  const others = { toolCallIds, messageIds: messages.map(({ id }) => id) };
  const byCall = new Map<string, LedgerCall>();
  const byMessage = new Map<string, LedgerCall[]>();
  for (const { round, messageId, runStatus, cards } of await findMessageCalls(db, chatId, callIds, others)) {
    const key = `${round.runId} ${round.toolCallId}`;
    const before = byCall.get(key);
    if (before) {
      before.rounds.push(round);
      continue;
    }
    const isOver = runStatus !== 'running' && runStatus !== 'waiting';
    const call: LedgerCall = { rounds: [round], cards, isOver };
    byCall.set(key, call);
    byMessage.set(messageId, [...(byMessage.get(messageId) ?? []), call]);
  }
  return byMessage;
}

/**
 * The cards of calls whose outcome is or was unknown, by the calls' ids.
 * @param owner of the chat
 */
export function unknownCallsOf(
  calls: readonly LedgerCall[],
  reader: Caller,
  owner: string,
): Map<string, UnknownCallView> {
  const unknown = calls.flatMap(({ rounds }) => rounds.filter(({ status }) => status === 'unknown'));
  return new Map(unknown.map((row) => [row.id, unknownCallView(row, hasRight(reader, owner))]));
}
