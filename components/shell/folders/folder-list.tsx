'use client';
/** The person's folders in the side bar, each with its chats when it is open. */
import { ChevronRight, Ellipsis, FolderPlus, Pencil, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { wordsOf } from '@/components/api/api';
import { IconButton } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';
import { later } from '@/components/ui/later';
import { Menu, MenuItem } from '@/components/ui/menu';
import { currentIntl, say } from '@/components/words/say';
import type { FolderView } from '@/lib/chats/folder-view';
import { ChatRow } from '../chat-row';
import { useWorkspace } from '../workspace';
import { useDrop } from './dropping';
import { useMoving } from './use-moving';

const FolderDialog = later(() => import('./folder-dialog').then((part) => part.FolderDialog));
const DeleteDialog = later(() => import('./folder-dialog').then((part) => part.DeleteDialog));

export function FolderList() {
  const { folders } = useWorkspace();
  const [isMaking, setMaking] = useState(false);
  const { compare } = new Intl.Collator(currentIntl());
  return (
    <section aria-label={say('folders.title')} className="pt-5">
      <div className="flex items-center justify-between">
        <h2 className="px-2.5 text-12 font-medium leading-5 text-muted">{say('folders.title')}</h2>
        <IconButton label={say('folders.new')} className="md:mr-1 md:size-7" onClick={() => setMaking(true)}>
          <Icon of={FolderPlus} />
        </IconButton>
      </div>
      {folders
        .toSorted((one, other) => compare(one.name, other.name))
        .map((folder) => (
          <Folder key={folder.id} folder={folder} />
        ))}
      {isMaking && <FolderDialog onClose={() => setMaking(false)} />}
    </section>
  );
}

function Folder({ folder }: { folder: FolderView }) {
  const { id, name, folded, page } = folder;
  const { chats, foldFolder, tell } = useWorkspace();
  const move = useMoving();
  const { isOver, target } = useDrop((chatId) => void move(chatId, id));
  const nameId = useId();
  const waits = folded && chats.some((chat) => chat.folder === id && chat.waits);
  const fold = () =>
    void foldFolder(id, !folded).catch((error: unknown) =>
      tell(`${say('folders.not-changed')} ${wordsOf(error)}`),
    );
  return (
    <section
      aria-label={name}
      className={classes('rounded-control', isOver && 'bg-active outline-2 outline-edge outline-dashed')}
      {...target}
    >
      <div className="group relative flex items-center rounded-control hover:bg-hover">
        <h3 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={!folded}
            onClick={fold}
            className="flex h-11 w-full min-w-0 items-center gap-1.5 rounded-control pl-2 pr-11 text-left text-13 text-ink-2 md:h-[34px]"
          >
            <Icon of={ChevronRight} className={classes('shrink-0', !folded && 'rotate-90')} />
            <span id={nameId} className="min-w-0 flex-1 truncate" dir="auto">
              {name}
            </span>
            {waits && (
              <span className="size-[9px] shrink-0 rounded-full border border-fill-edge bg-fill">
                <span className="sr-only">{say('folders.waits')}</span>
              </span>
            )}
          </button>
        </h3>
        <FolderMenu folder={folder} nameId={nameId} />
      </div>
      {!folded && page && <Inside folder={folder} page={page} />}
    </section>
  );
}

function FolderMenu({ folder, nameId }: { folder: FolderView; nameId: string }) {
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Menu
        label={say('folders.options')}
        describedBy={nameId}
        face={<Icon of={Ellipsis} />}
        buttonClass={classes(
          'absolute right-0 flex size-11 items-center justify-center rounded-control text-muted hover:text-ink',
          'md:right-1 md:size-7 md:opacity-0 md:group-hover:opacity-100 md:focus-visible:opacity-100',
          'md:aria-expanded:opacity-100',
        )}
      >
        <MenuItem onSelect={() => setOpen('rename')}>
          <Icon of={Pencil} />
          {say('folders.rename')}
        </MenuItem>
        <MenuItem onSelect={() => setOpen('delete')}>
          <Icon of={Trash2} />
          {say('folders.delete')}
        </MenuItem>
      </Menu>
      {open === 'rename' && <FolderDialog folder={folder} onClose={close} />}
      {open === 'delete' && <DeleteDialog folder={folder} onClose={close} />}
    </>
  );
}

/** The folder's chats, without the pinned ones, which are listed at the top. */
function Inside({ folder, page }: { folder: FolderView; page: NonNullable<FolderView['page']> }) {
  const { showOlderOf, tell } = useWorkspace();
  const chats = page.chats.filter(({ pinned }) => !pinned);
  const more = () =>
    void showOlderOf(folder).catch((error: unknown) =>
      tell(`${say('finding.away.failed')} ${wordsOf(error)}`),
    );
  const pinned = page.chats.length - chats.length;
  const isEmpty = page.chats.length === 0 && page.next === null;
  return (
    <>
      {(isEmpty || pinned > 0) && (
        <p className="pb-1 pl-[30px] pr-2.5 text-12 leading-5 text-muted">
          {isEmpty ? say('folders.empty') : say('folders.pinned', { count: pinned })}
        </p>
      )}
      {chats.length > 0 && (
        <ul className="ml-[15px] border-l pl-1">
          {chats.map((chat) => (
            <ChatRow key={chat.id} chat={chat} />
          ))}
        </ul>
      )}
      {page.next !== null && (
        <button
          type="button"
          onClick={more}
          className="h-11 w-full rounded-control pl-[30px] pr-2.5 text-left text-13 text-muted hover:bg-hover hover:text-ink md:h-[34px]"
        >
          {say('finding.away.more')}
        </button>
      )}
    </>
  );
}
