import 'server-only';
/** A chat's messages as stored, with the cards as they stand now. */
import { asc, eq } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import type { DoubtView } from '@/lib/approvals/doubt-view';
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
): AmberMessage {
  const parts = message.parts.map((part) => {
    if (part.type === 'data-doubt')
      return { ...part, data: { ...part.data, ...found.get(part.data.callId) } };
    if (part.type !== 'data-approval') return part;
    const card = cards.get(part.data.toolCallId);
    return card ? { ...part, data: card } : part;
  });
  return { ...message, parts };
}
