'use client';
/**
 * What somebody types into a card's form. It is kept beside the card and not in it: when others decide the card, or
 * another takes its place, nothing of it is lost.
 */
import { useState } from 'react';
import type { EditHandlers } from '@/components/api/edit';

/** An open form. */
export interface Draft {
  /** The card on which it was opened. */
  cardId: string;
  /** By the argument's name what stands in the fields that somebody touched. */
  texts: ReadonlyMap<string, string>;
  /** The argument that was typed last. */
  at: string | null;
  /** It is on its way to the server. */
  isSent: boolean;
}

export interface Typing {
  /** Null: no form is open. */
  draft: Draft | null;
  open(cardId: string): void;
  /** Nothing happens where no form is open any more. */
  change(part: Partial<Draft>): void;
  close(): void;
  /** The handlers, watched: what was taken is typed no more. */
  edits: EditHandlers | undefined;
  /** Id of the card that is to take the place of the one whose arguments were changed here. */
  awaited: string | null;
}

export function useTyping(edits: EditHandlers | undefined): Typing {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [awaited, setAwaited] = useState<string | null>(null);
  const change = (part: Partial<Draft>) => setDraft((now) => now && { ...now, ...part });
  const send: EditHandlers['send'] | undefined =
    edits &&
    (async (...sent) => {
      change({ isSent: true });
      const answer = await edits.send(...sent);
      if (answer.ok) {
        setAwaited(answer.approvalId);
        setDraft(null);
      } else change({ isSent: false });
      return answer;
    });
  return {
    draft,
    open: (cardId) => setDraft({ cardId, texts: new Map(), at: null, isSent: false }),
    change,
    close: () => setDraft(null),
    edits: edits && send && { ...edits, send },
    awaited,
  };
}
