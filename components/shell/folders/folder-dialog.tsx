'use client';
/** Creating, renaming and deleting a folder. */
import { type FormEvent, useState } from 'react';
import { useAct } from '@/components/api/use-act';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/text-field';
import { say } from '@/components/words/say';
import { LONGEST_FOLDER_NAME } from '@/lib/chats/folder-view';
import { useWorkspace } from '../workspace';

interface FolderDialogProps {
  /** The folder to rename; absent: a new one is created. */
  folder?: { id: string; name: string };
  onClose: () => void;
}

export function FolderDialog({ folder, onClose }: FolderDialogProps) {
  const { makeFolder, renameFolder } = useWorkspace();
  const [name, setName] = useState(folder?.name ?? '');
  const { doing, outcome, act } = useAct();
  const submit = (close: () => void) => (event: FormEvent) => {
    event.preventDefault();
    const notDone = say(folder ? 'folders.not-changed' : 'folders.not-made');
    void act('', notDone, async () => {
      await (folder ? renameFolder(folder.id, name.trim()) : makeFolder(name.trim()));
      close();
      return undefined;
    });
  };
  const title = say(folder ? 'folders.rename' : 'folders.new');
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) => (
        <form onSubmit={submit(close)} className="mt-4 flex flex-col gap-4">
          <FolderName value={name} onChange={setName} />
          <Problem words={outcome?.words} />
          <div className="flex justify-end gap-2">
            <Button onClick={close}>{say('versions.cancel')}</Button>
            <Button look="act" type="submit" disabled={doing !== null || name.trim() === ''}>
              {say(folder ? 'chats.rename' : 'folders.make')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

interface DeleteDialogProps {
  folder: { id: string; name: string };
  onClose: () => void;
}

export function DeleteDialog({ folder, onClose }: DeleteDialogProps) {
  const { deleteFolder, tell } = useWorkspace();
  const { doing, outcome, act } = useAct();
  const remove = (close: () => void) =>
    act('', say('folders.not-deleted'), async () => {
      await deleteFolder(folder.id);
      close();
      tell(say('folders.deleted'));
      return undefined;
    });
  return (
    <Dialog title={say('folders.delete')} onClose={onClose}>
      {(close) => (
        <>
          <p className="mt-2 text-14 text-ink-2 [overflow-wrap:anywhere]">
            {say('folders.delete-why', { name: folder.name })}
          </p>
          <Problem words={outcome?.words} />
          <div className="mt-5 flex justify-end gap-2">
            <Button data-focus onClick={close}>
              {say('versions.cancel')}
            </Button>
            <Button look="act" disabled={doing !== null} onClick={() => void remove(close)}>
              {say('folders.delete')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

export function FolderName({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      label={say('folders.name')}
      value={value}
      onChange={onChange}
      maxLength={LONGEST_FOLDER_NAME}
      required
    />
  );
}

export function Problem({ words }: { words: string | undefined }) {
  return (
    <p role="alert" className="mt-2 text-13 text-failed empty:hidden">
      {words}
    </p>
  );
}
