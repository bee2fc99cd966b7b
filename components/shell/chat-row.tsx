'use client';
/** One chat in the side bar: its title, a mark if it waits, runs or has failed, and its menu. */
import { Ellipsis } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';
import { Menu } from '@/components/ui/menu';
import { say } from '@/components/words/say';
import type { ChatSummary } from '@/lib/runs/chat-view';
import { useChatActions } from './chat-actions';
import { carryChat } from './folders/dropping';
import { useMovedRow } from './folders/moved-row';
import { useWorkspace } from './workspace';
import { WorkspaceLink } from './workspace-link';

export function ChatRow({ chat }: { chat: ChatSummary }) {
  const { path } = useWorkspace();
  const actions = useChatActions(chat);
  const titleId = useId();
  const href = `/chat/${chat.id}`;
  const isHere = path === href;
  const row = useRef<HTMLLIElement>(null);
  useMovedRow(chat.id, row);
  useEffect(() => {
    if (isHere) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isHere]);
  return (
    <li
      ref={row}
      onDragStart={(event) => carryChat(event, chat.id)}
      className={classes(
        'group relative flex items-center rounded-control',
        isHere ? 'bg-active' : 'hover:bg-hover',
      )}
    >
      <WorkspaceLink
        href={href}
        aria-current={isHere ? 'page' : undefined}
        className={classes(
          'flex h-11 min-w-0 flex-1 items-center gap-2 rounded-control pl-2.5 pr-11 text-13 md:h-[34px] md:pr-2.5',
          'md:group-hover:pr-9 md:group-focus-within:pr-9 md:group-has-[[aria-expanded=true]]:pr-9',
          isHere ? 'font-medium text-ink' : 'text-ink-2',
        )}
      >
        <span id={titleId} className="min-w-0 flex-1 truncate">
          {chat.title}
        </span>
        <StatusMark chat={chat} />
      </WorkspaceLink>
      <Menu
        label={say('chats.options')}
        // Not part of the name: otherwise the menu of a chat called "Send it" would be a second button of that name.
        describedBy={titleId}
        face={<Icon of={Ellipsis} />}
        buttonClass={classes(
          'absolute right-0 flex size-11 items-center justify-center rounded-control text-muted hover:text-ink',
          'md:right-1 md:size-7 md:opacity-0 md:group-hover:opacity-100 md:focus-visible:opacity-100',
          'md:aria-expanded:opacity-100',
        )}
      >
        {actions.items}
      </Menu>
      {actions.dialog}
    </li>
  );
}

/** Amber colour only for a chat that waits for a person: that takes precedence over any other state of its run. */
export function StatusMark({ chat }: { chat: Pick<ChatSummary, 'status' | 'waits'> }) {
  if (chat.waits) {
    return (
      <span className="size-[9px] shrink-0 rounded-full border border-fill-edge bg-fill">
        <span className="sr-only">{say('chats.waits')}</span>
      </span>
    );
  }
  switch (chat.status) {
    case 'running':
      return (
        <span className="size-[11px] shrink-0 animate-spin rounded-full border-[1.5px] border-muted border-t-transparent">
          <span className="sr-only">{say('chats.answering')}</span>
        </span>
      );
    case 'failed':
      return (
        <span className="size-[7px] shrink-0 rounded-full bg-failed">
          <span className="sr-only">{say('chats.failed')}</span>
        </span>
      );
    case 'idle':
    case 'waiting':
      return null;
  }
}
