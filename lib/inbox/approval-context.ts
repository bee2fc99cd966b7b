import 'server-only';
/** The conversation around an approval, as much of it as a person needs who decides elsewhere. */
import type { Queryable } from '@/db/client';
import { listConversations } from '@/lib/store/inbox';
import type { ApprovalContext, Excerpt, Within } from './inbox-view';

/** Characters from each side of the conversation. */
const ENOUGH = 280;

/**
 * By the approvals' ids. The message is the one that was being answered when the card was made, the answer the one that
 * contains the card. The caller has checked that the reader may see them.
 */
export async function contextsOf(db: Queryable, ids: string[]): Promise<Map<string, ApprovalContext>> {
  if (ids.length === 0) return new Map();
  const rows = await listConversations(db, ids);
  return new Map(
    rows.map(({ id, headId, title, agents, deletedAt, mode, said, answer, outcome }) => [
      id,
      {
        title: deletedAt ? null : title,
        ...withinOf(headId, agents),
        mode,
        ...askedIn(said, answer),
        outcome,
      },
    ]),
  );
}

/** Nothing if the chat's own run has asked. */
export function withinOf(chatId: string, agents: Within['agents']): Pick<ApprovalContext, 'within'> {
  return agents.length === 0 ? {} : { within: { chatId, agents } };
}

/** The beginning of the question and the end of the answer, from their parts. */
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
