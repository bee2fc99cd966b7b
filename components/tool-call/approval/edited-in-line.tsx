/** For the line of a decided card whose arguments were changed: who did it, and what changed. */
import { ShownText } from '@/components/shown/shown-text';
import { say } from '@/components/words/say';
import { changerOf, changesInLine, changesOf } from '../arguments/argument-changes';
import type { EditedNoteProps } from './edited-note';

export function EditedInLine({ approval: { edited, input }, viewer }: EditedNoteProps) {
  if (!edited) return null;
  const changes = changesOf(edited.before, input);
  if (changes.length === 0) return null;
  return (
    <span data-testid="edited-in-line">
      {' '}
      (
      {say(`edited.${edited.by.id === viewer?.id ? 'you' : 'other'}-changed`, {
        who: changerOf(edited, viewer?.id),
      })}{' '}
      <ShownText text={changesInLine(changes)} />)
    </span>
  );
}
