'use client';
/** The folder of a chat: one of the person's, none, or a new one. */
import { type FormEvent, useState } from 'react';
import { useAct } from '@/components/api/use-act';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { currentIntl, say } from '@/components/words/say';
import { useWorkspace } from '../workspace';
import { FolderName, Problem } from './folder-dialog';
import { useMoving } from './use-moving';

const NONE = '';
const NEW = 'new';

interface MoveDialogProps {
  chat: { id: string; folder?: string | null };
  onClose: () => void;
}

export function MoveDialog({ chat, onClose }: MoveDialogProps) {
  const { folders, makeFolder } = useWorkspace();
  const move = useMoving();
  const [chosen, setChosen] = useState(folders.length === 0 ? NEW : (chat.folder ?? NONE));
  const [name, setName] = useState('');
  const { doing, outcome, act } = useAct();
  const submit = (close: () => void) => (event: FormEvent) => {
    event.preventDefault();
    void act('', say('folders.not-made'), async () => {
      const isNew = chosen === NEW;
      const folder = isNew ? await makeFolder(name.trim()) : chosen;
      close();
      await move(chat.id, folder === NONE ? null : folder, isNew ? name.trim() : undefined);
      return undefined;
    });
  };
  return (
    <Dialog title={say('folders.move')} onClose={onClose}>
      {(close) => (
        <form onSubmit={submit(close)} className="mt-4 flex flex-col gap-4">
          {folders.length > 0 && <Places chosen={chosen} onChoose={setChosen} />}
          {chosen === NEW && <FolderName value={name} onChange={setName} />}
          <Problem words={outcome?.words} />
          <div className="flex justify-end gap-2">
            <Button onClick={close}>{say('versions.cancel')}</Button>
            <Button
              look="act"
              type="submit"
              disabled={doing !== null || (chosen === NEW && name.trim() === '')}
            >
              {say('folders.put')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function Places({ chosen, onChoose }: { chosen: string; onChoose: (place: string) => void }) {
  const { folders } = useWorkspace();
  const { compare } = new Intl.Collator(currentIntl());
  const places: [string, string][] = [
    [NONE, say('folders.none')],
    ...folders
      .map(({ id, name }): [string, string] => [id, name])
      .sort(([, one], [, other]) => compare(one, other)),
    [NEW, say('folders.new')],
  ];
  return (
    <fieldset className="max-h-[40dvh] overflow-y-auto">
      <legend className="pb-1 text-13 font-medium">{say('folders.where')}</legend>
      {places.map(([id, name]) => (
        <label key={id} className="flex min-h-11 items-center gap-2.5 text-14 md:min-h-9">
          <input
            type="radio"
            name="folder"
            value={id}
            checked={chosen === id}
            onChange={() => onChoose(id)}
            className="size-4 shrink-0 accent-ink"
          />
          <span className="min-w-0 [overflow-wrap:anywhere]" dir="auto">
            {name}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
