/** A person's choices for a chat: its mode, its model, and whether it is kept. */
import type { Fetch } from '@/components/api/api';
import { changeChat } from '@/components/api/chat-api';
import { say } from '@/components/words/say';
import type { Mode } from '@/lib/runs/chat-view';
import type { SessionState } from './session-state';

interface Chosen {
  /** Null: the chat does not exist yet, and choices are kept until it is created. */
  id(): string | null;
  call: Fetch;
  attempt(notDone: string, act: () => Promise<void>): Promise<unknown>;
  update(change: Partial<SessionState>): void;
}

export function choosing({ id, call, attempt, update }: Chosen) {
  const choose = async (change: { mode: Mode } | { model: string | null }, notDone: string) => {
    const chatId = id();
    if (!chatId) return update(change);
    await attempt(notDone, async () => {
      const { mode, yoloUntil, model } = await changeChat(chatId, change, call);
      update({ mode, yoloUntil, model });
    });
  };
  return {
    mode: (mode: Mode): Promise<void> => choose({ mode }, say('chat.mode-not-changed')),
    model: (model: string | null): Promise<void> => choose({ model }, say('models.not-changed')),
    /** Only for a chat that does not exist yet. */
    temporary: (temporary: boolean): void => {
      if (!id()) update({ temporary });
    },
  };
}
