import 'server-only';
/** The conversation around an approval, as far as a person who decides elsewhere needs it. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '@/db/client';
import { schema } from '@/db/schema/all';
import { effectiveMode } from '@/lib/approvals/standing';
import type { ApprovalContext, Excerpt } from './inbox-view';

const { approvals, calls, chats, members, messages, runs } = schema;
const said = alias(messages, 'said');
const answer = alias(messages, 'answer');

/** Characters of each side of the conversation. */
const ENOUGH = 280;

/** What became of the call; of one that was run again, the last time. */
const outcome = sql<string | null>`(select ${calls.status} from ${calls}
  where ${calls.runId} = ${approvals.runId} and ${calls.toolCallId} = ${approvals.toolCallId}
  order by ${calls.round} desc limit 1)`;

/**
 * By the approvals' ids. The message is the one that was being answered when the card was made, the answer the one in
 * which it stands. The caller has made sure that the reader may see them.
 */
export async function contextsOf(db: Queryable, ids: string[]): Promise<Map<string, ApprovalContext>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: approvals.id,
      title: chats.title,
      deletedAt: chats.deletedAt,
      mode: effectiveMode,
      said: said.parts,
      answer: answer.parts,
      outcome,
    })
    .from(approvals)
    .innerJoin(chats, eq(chats.id, approvals.chatId))
    .innerJoin(runs, eq(runs.id, approvals.runId))
    .leftJoin(members, eq(members.userId, chats.userId))
    .leftJoin(said, and(eq(said.chatId, chats.id), eq(said.id, runs.userMessageId)))
    .leftJoin(answer, and(eq(answer.chatId, chats.id), eq(answer.id, runs.messageId)))
    .where(inArray(approvals.id, ids));
  return new Map(
    rows.map(({ id, title, deletedAt, mode, said, answer, outcome }) => [
      id,
      {
        title: deletedAt ? null : title,
        mode,
        ...askedIn(said, answer),
        outcome,
      },
    ]),
  );
}

/** The beginning of what was asked and the end of what was answered, of the parts of both. */
export function askedIn(
  said: unknown[] | null,
  answer: unknown[] | null,
): Pick<ApprovalContext, 'asked' | 'answered'> {
  return {
    asked: beginningOf(textsOf(said).join('\n')),
    answered: endOf(textsOf(answer).at(-1) ?? ''),
  };
}

/** The texts of a stored message, in order. */
function textsOf(parts: unknown[] | null): string[] {
  return (parts ?? []).flatMap((part) => {
    const { type, text } = Object(part);
    return type === 'text' && typeof text === 'string' && text.trim() !== '' ? [text.trim()] : [];
  });
}

function beginningOf(text: string): Excerpt | null {
  if (text === '') return null;
  const characters = [...text];
  return { text: characters.slice(0, ENOUGH).join(''), cut: Math.max(0, characters.length - ENOUGH) };
}

function endOf(text: string): Excerpt | null {
  if (text === '') return null;
  const characters = [...text];
  return { text: characters.slice(-ENOUGH).join(''), cut: Math.max(0, characters.length - ENOUGH) };
}
