'use client';
/**
 * The actions on a chat as a whole, offered in its row and in the top bar: pin, rename, move to a folder, archive,
 * delete.
 */
import {
  Archive,
  ArchiveRestore,
  Copy,
  FolderInput,
  Pencil,
  Pin,
  PinOff,
  Share2,
  Trash2,
} from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { wordsOf } from '@/components/api/api';
import { chatAsText } from '@/components/api/chat-api';
import { type Outcome, useAct } from '@/components/api/use-act';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { later } from '@/components/ui/later';
import { MenuItem } from '@/components/ui/menu';
import { TextField } from '@/components/ui/text-field';
import { say } from '@/components/words/say';
import type { ChatSummary } from '@/lib/runs/chat-view';
import { movingRow } from './folders/moved-row';
import { useWorkspace } from './workspace';

export interface ChatActions {
  /** Items for a menu. */
  items: ReactNode;
  /** The open dialog, if any; rendered outside the menu, which closes. */
  dialog: ReactNode;
}

type Open = 'rename' | 'share' | 'move' | null;

const ShareDialog = later(() => import('./share/share-dialog').then((part) => part.ShareDialog));
const MoveDialog = later(() => import('./folders/move-dialog').then((part) => part.MoveDialog));

/** The chat as it is listed, or as its page knows it. */
export type ActedOn = Pick<ChatSummary, 'id' | 'title'> &
  Partial<Pick<ChatSummary, 'pinned' | 'archived' | 'folder'>> & {
    /** It is in no list, so the actions on its place in one are missing. */
    temporary?: boolean;
  };

export function useChatActions(chat: ActedOn): ChatActions {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const { pin, put, copy, remove } = useDoing(chat);
  const isListed = !chat.archived && !chat.temporary;
  return {
    items: (
      <>
        {isListed && (
          <MenuItem onSelect={pin}>
            <Icon of={chat.pinned ? PinOff : Pin} />
            {say(chat.pinned ? 'finding.unpin' : 'finding.pin')}
          </MenuItem>
        )}
        <MenuItem onSelect={() => setOpen('rename')}>
          <Icon of={Pencil} />
          {say('chats.rename')}
        </MenuItem>
        {isListed && (
          <MenuItem onSelect={() => setOpen('move')}>
            <Icon of={FolderInput} />
            {say('folders.move')}
          </MenuItem>
        )}
        <MenuItem onSelect={() => setOpen('share')}>
          <Icon of={Share2} />
          {say('finding.share.title')}
        </MenuItem>
        <MenuItem onSelect={copy}>
          <Icon of={Copy} />
          {say('answers.copy-chat')}
        </MenuItem>
        {!chat.temporary && (
          <MenuItem onSelect={put}>
            <Icon of={chat.archived ? ArchiveRestore : Archive} />
            {say(chat.archived ? 'finding.unarchive' : 'finding.archive')}
          </MenuItem>
        )}
        <MenuItem onSelect={remove}>
          <Icon of={Trash2} />
          {say('chats.delete')}
        </MenuItem>
      </>
    ),
    dialog: (
      <>
        {open === 'rename' && <RenameDialog chat={chat} onClose={close} />}
        {open === 'move' && <MoveDialog chat={chat} onClose={close} />}
        {open === 'share' && <ShareDialog chat={chat} onClose={close} />}
      </>
    ),
  };
}

/** Actions that happen at once, and can be undone from the message that reports them. */
function useDoing({ id, pinned, archived }: ActedOn) {
  const { pin, archive, remove, restore, tell, path, goTo } = useWorkspace();
  const attempt = (notDone: string, work: () => Promise<void>) => () =>
    void work().catch((error: unknown) => tell(`${notDone} ${wordsOf(error)}`));
  const undo = (work: () => Promise<void>) => ({
    label: say('finding.undo'),
    run: attempt(say('finding.not-undone'), work),
  });
  const isOpen = path.split('?')[0] === `/chat/${id}`;
  const leave = () => {
    if (isOpen) goTo('/');
  };
  /** Back to the chat that was open when it was deleted, unless the person has gone elsewhere meanwhile. */
  const comeBack = () => {
    if (isOpen && window.location.pathname === '/') goTo(`/chat/${id}`);
  };
  return {
    pin: attempt(say('finding.not-done'), () => movingRow(id, () => pin(id, !pinned))),
    put: attempt(say('finding.not-done'), async () => {
      await archive(id, !archived);
      tell(
        say(archived ? 'finding.unarchived' : 'finding.archived'),
        undo(async () => {
          await archive(id, archived ?? false);
          if (!archived) comeBack();
        }),
      );
      if (!archived) leave();
    }),
    copy: attempt(say('value.not-copied'), async () => {
      await navigator.clipboard.writeText(await chatAsText(id));
      tell(say('answers.chat-copied'));
    }),
    remove: attempt(say('finding.not-deleted'), async () => {
      await remove(id);
      tell(
        say('finding.deleted'),
        undo(async () => {
          await restore(id);
          comeBack();
        }),
      );
      leave();
    }),
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
    void act('', say('chats.not-renamed'), async () => {
      await rename(chat.id, title.trim());
      close();
    });
  };
  return (
    <Dialog title={say('chats.rename-chat')} onClose={onClose}>
      {(close) => (
        <form onSubmit={submit(close)} className="mt-4 flex flex-col gap-4">
          <TextField
            label={say('chats.title')}
            value={title}
            onChange={setTitle}
            maxLength={LONGEST_TITLE}
            required
          />
          <TaskProblem outcome={outcome} />
          <div className="flex justify-end gap-2">
            <Button onClick={close}>{say('versions.cancel')}</Button>
            <Button look="act" type="submit" disabled={doing !== null || title.trim() === ''}>
              {say('chats.rename')}
            </Button>
          </div>
        </form>
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
