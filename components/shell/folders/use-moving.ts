'use client';
/** Moves a chat to a folder, and shows a message with an undo. */
import { wordsOf } from '@/components/api/api';
import { say } from '@/components/words/say';
import { useWorkspace } from '../workspace';

/** Throws nothing: a refusal is shown. */
export function useMoving() {
  const { chats, folders, move, tell } = useWorkspace();
  return async (chatId: string, folder: string | null, name = nameOf(folders, folder)) => {
    const before = chats.find(({ id }) => id === chatId)?.folder ?? null;
    if (before === folder) return;
    const refused = (words: string) => (error: unknown) => tell(`${words} ${wordsOf(error)}`);
    const undo = () => void move(chatId, before).catch(refused(say('finding.not-undone')));
    await move(chatId, folder).then(
      () =>
        tell(folder === null ? say('folders.moved-out') : say('folders.moved', { name }), {
          label: say('finding.undo'),
          run: undo,
        }),
      refused(say('finding.not-done')),
    );
  };
}

function nameOf(folders: readonly { id: string; name: string }[], id: string | null): string {
  return folders.find((folder) => folder.id === id)?.name ?? '';
}
