'use client';
/**
 * What somebody types into a card's form. It is kept outside the card: if others decide the card, or another replaces
 * it, nothing is lost.
 */
import { useState } from 'react';
import type { EditHandlers } from '@/components/api/edit';

/** An open form. */
export interface Draft {
  /** The card on which it was opened. */
  cardId: string;
  /** The contents of edited fields, by the argument's name. */
  texts: ReadonlyMap<string, string>;
  /** The argument edited last. */
  at: string | null;
  /** It is on its way to the server. */
  isSent: boolean;
}

export interface Typing {
  /** Null: no form is open. */
  draft: Draft | null;
  open(cardId: string): void;
  /** Does nothing if no form is open any more. */
  change(part: Partial<Draft>): void;
  close(): void;
  /** The handlers, wrapped: accepted changes clear the draft. */
  edits: EditHandlers | undefined;
  /** Id of the card that will replace the one whose arguments were changed here. */
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
