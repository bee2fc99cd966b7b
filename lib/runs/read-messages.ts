import 'server-only';
/** A chat's messages as stored, with the cards as they stand now. */
import { asc, eq } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import type { ElicitationView } from '@/lib/elicitation/elicitation-view';
import { formsById } from '@/lib/elicitation/form-rows';
import type { Caller } from '@/lib/people/caller';
import type { DoubtView } from '@/lib/unknowns/doubt-view';
import type { AmberMessage } from './chat-view';

const { messages } = schema;

/** All messages of a chat, oldest first. */
export async function readMessages(db: Queryable, chatId: string): Promise<AmberMessage[]> {
  const rows = await db.select().from(messages).where(eq(messages.chatId, chatId)).orderBy(asc(messages.seq));
  return rows.map(messageOf);
}

/** A stored row as the SDK and the page know it. */
export function messageOf(row: typeof messages.$inferSelect): AmberMessage {
  return {
    id: row.id,
    role: row.role,
    metadata: { createdAt: row.createdAt.toISOString() },
    parts: row.parts as AmberMessage['parts'],
  };
}

/** The message with each card as its row says now; what was stored with the message may be older. */
export function withCards(
  message: AmberMessage,
  cards: ReadonlyMap<string, ApprovalView>,
  found: ReadonlyMap<string, Partial<DoubtView>>,
  forms: ReadonlyMap<string, ElicitationView>,
): AmberMessage {
  const parts = message.parts.map((part) => {
    if (part.type === 'data-doubt')
      return { ...part, data: { ...part.data, ...found.get(part.data.callId) } };
    if (part.type === 'data-elicitation')
      return {
        ...part,
        data: forms.get(part.data.id) ?? { ...part.data, status: closedOf(part.data.status) },
      };
    if (part.type !== 'data-approval') return part;
    const card = cards.get(part.data.toolCallId);
    return card ? { ...part, data: card } : part;
  });
  return { ...message, parts };
}

/** A form whose row is gone is open to nobody. */
function closedOf(status: ElicitationView['status']): ElicitationView['status'] {
  return status === 'open' ? 'cancelled' : status;
}

/**
 * The forms of these messages as they stand by now.
 * @param reader who gets what he himself has answered; null: nobody's answer is told
 */
export function formsIn(
  db: Queryable,
  reader: Caller | null,
  messages: readonly AmberMessage[],
): Promise<Map<string, ElicitationView>> {
  const ids = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'data-elicitation' ? [part.data.id] : [])),
  );
  return formsById(db, reader, ids);
}
