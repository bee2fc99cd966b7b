'use client';
/** What can be done to a chat as a whole, offered in its row and in the top bar: rename and delete. */
import { Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type Outcome, useAct } from '@/components/api/use-act';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { MenuItem } from '@/components/ui/menu';
import { TextField } from '@/components/ui/text-field';
import { useWorkspace } from './workspace';

export interface ChatActions {
  /** Items for a menu. */
  items: ReactNode;
  /** The dialog that is open, if one is; stands outside of the menu, which closes. */
  dialog: ReactNode;
}

type Open = 'rename' | 'delete' | null;

export function useChatActions(chat: { id: string; title: string }): ChatActions {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return {
    items: (
      <>
        <MenuItem onSelect={() => setOpen('rename')}>
          <Icon of={Pencil} />
          Rename
        </MenuItem>
        <MenuItem onSelect={() => setOpen('delete')}>
          <Icon of={Trash2} />
          Delete
        </MenuItem>
      </>
    ),
    dialog: (
      <>
        {open === 'rename' && <RenameDialog chat={chat} onClose={close} />}
        {open === 'delete' && <DeleteDialog chat={chat} onClose={close} />}
      </>
    ),
  };
}

interface ChatDialogProps {
  chat: { id: string; title: string };
  onClose: () => void;
}

const LONGEST_TITLE = 200;

function RenameDialog({ chat, onClose }: ChatDialogProps) {
  const { rename } = useWorkspace();
  const [title, setTitle] = useState(chat.title);
  const { doing, outcome, act } = useAct();
  const submit = (close: () => void) => (event: FormEvent) => {
    event.preventDefault();
    void act('', 'The chat was not renamed.', async () => {
      await rename(chat.id, title.trim());
      close();
    });
  };
  return (
    <Dialog title="Rename chat" onClose={onClose}>
      {(close) => (
        <form onSubmit={submit(close)} className="mt-4 flex flex-col gap-4">
          <TextField label="Title" value={title} onChange={setTitle} maxLength={LONGEST_TITLE} required />
          <TaskProblem outcome={outcome} />
          <div className="flex justify-end gap-2">
            <Button onClick={close}>Cancel</Button>
            <Button look="act" type="submit" disabled={doing !== null || title.trim() === ''}>
              Rename
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function DeleteDialog({ chat, onClose }: ChatDialogProps) {
  const { remove, path, goTo } = useWorkspace();
  const { doing, outcome, act } = useAct();
  const confirm = (close: () => void) => {
    void act('', 'The chat was not deleted.', async () => {
      await remove(chat.id);
      close();
      if (path === `/chat/${chat.id}`) goTo('/');
    });
  };
  return (
    <Dialog title="Delete chat" onClose={onClose}>
      {(close) => (
        <>
          <p className="mt-2 text-14 text-ink-2">
            <span className="font-medium break-words text-ink">{chat.title}</span> goes with all its messages.
            A running answer stops, a waiting card is withdrawn. What was done in the company stays done.
          </p>
          <TaskProblem outcome={outcome} />
          <div className="mt-5 flex justify-end gap-2">
            <Button onClick={close}>Keep</Button>
            <Button look="act" disabled={doing !== null} onClick={() => confirm(close)}>
              Delete chat
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function TaskProblem({ outcome }: { outcome: Outcome | null }) {
  return (
    <p role="alert" className="mt-2 text-13 text-failed empty:hidden">
      {outcome?.words}
    </p>
  );
}
