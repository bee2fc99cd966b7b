/** Text that gets into the composer without being typed: withdrawn messages, and suggestions of a server's page. */
import { type RefObject, useCallback, useRef } from 'react';
import { returnToDraft } from '@/components/shell/drafts';
import { say } from '@/components/words/say';
import type { Returned } from '../attached/own-message';
import type { AmberChat } from '../use-amber-chat';
import type { ComposerProps } from './composer';

/** A withdrawn message is put back into the composer, even if the person has left the chat meanwhile. */
export function useGivingBack(
  { session, state }: AmberChat,
  personId: string,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const giveBack: ComposerProps['giveBack'] = useRef(null);
  const take = (back: Returned | null) => {
    if (back === null) return;
    if (giveBack.current) giveBack.current(back.text, back.files);
    else returnToDraft(personId, state.id, back.text);
  };
  const withdraw = async (id: string) => {
    take(await session.withdraw(id));
    // The clicked button is gone. On phones the focus would open the keyboard over the page.
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus();
  };
  const stop = async () => take(await session.stop());
  // Words from a server's page: they stay until the person sends them, or does not.
  const suggest = useCallback(
    (words: string) => giveBack.current?.(words, [], say('app.suggestion')) ?? false,
    [],
  );
  return { giveBack, suggest, withdraw, stop };
}
