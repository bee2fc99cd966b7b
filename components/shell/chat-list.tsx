'use client';
/** The person's chats: pinned ones, those in folders, the others by day. */
import { usePathname } from 'next/navigation';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { classes } from '@/components/ui/classes';
import { chosenZone, say } from '@/components/words/say';
import { ChatRow } from './chat-row';
import { useDrop } from './folders/dropping';
import { FolderList } from './folders/folder-list';
import { useMoving } from './folders/use-moving';
import { type DayGroup, groupByDay } from './group-by-day';
import { useWorkspace } from './workspace';
import { WorkspaceLink } from './workspace-link';

export function ChatList() {
  const { chats, folders, next, asOf } = useWorkspace();
  const path = usePathname();
  const timeZone = useTimeZone();
  const pinned = chats.filter((chat) => chat.pinned);
  const days = groupByDay(
    chats.filter((chat) => !chat.pinned && chat.folder === null),
    asOf,
    timeZone,
  );
  if (chats.length === 0 && folders.length === 0) {
    return (
      <p className="px-2.5 pt-6 text-13 text-muted">
        {say('chats.none')}{' '}
        {path !== '/' && (
          <WorkspaceLink href="/" className="underline underline-offset-2">
            {say('empty.ask')}
          </WorkspaceLink>
        )}
      </p>
    );
  }
  return (
    <>
      {pinned.length > 0 && <Group day={say('finding.pinned')} chats={pinned} />}
      {folders.length > 0 && <FolderList />}
      <OutsideFolders>
        {days.map((group) => (
          <Group key={group.day} {...group} />
        ))}
      </OutsideFolders>
      {next !== null && <Older key={next} />}
    </>
  );
}

/** A chat that is dropped among those grouped by day leaves its folder. */
function OutsideFolders({ children }: { children: ReactNode }) {
  const move = useMoving();
  const { isOver, target } = useDrop((id) => void move(id, null));
  return (
    <div
      className={classes(
        'min-h-8 rounded-control',
        isOver && 'bg-active outline-2 outline-edge outline-dashed',
      )}
      {...target}
    >
      {children}
    </div>
  );
}

function Group({ day, chats }: DayGroup) {
  return (
    <section aria-label={day} className="pt-5">
      <h2 className="px-2.5 pb-1 text-12 font-medium leading-5 text-muted">{day}</h2>
      <ul>
        {chats.map((chat) => (
          <ChatRow key={chat.id} chat={chat} />
        ))}
      </ul>
    </section>
  );
}

/** Loads older chats when it is scrolled into view, and at a press. */
function Older() {
  const { showOlder } = useWorkspace();
  const button = useRef<HTMLButtonElement>(null);
  const show = useCallback(() => void showOlder().catch(() => undefined), [showOlder]);
  useEffect(() => {
    if (!button.current) return;
    const coming = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) show();
    });
    coming.observe(button.current);
    return () => coming.disconnect();
  }, [show]);
  return (
    <button
      ref={button}
      type="button"
      onClick={show}
      className="mt-2 h-11 w-full rounded-control px-2.5 text-left text-13 text-muted hover:bg-hover hover:text-ink md:h-[34px]"
    >
      {say('finding.away.more')}
    </button>
  );
}

/**
 * Unless one was chosen, the server does not know the reader's time zone, so the first render is in UTC on both sides.
 */
function useTimeZone(): string | undefined {
  const chosen = chosenZone();
  const [timeZone, setTimeZone] = useState<string | undefined>('UTC');
  useEffect(() => setTimeZone(undefined), []);
  return chosen ?? timeZone;
}
