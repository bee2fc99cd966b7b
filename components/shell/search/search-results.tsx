'use client';
/**
 * The results of a search: chats by title, then messages, each linked to its place. All of it is shown as plain text.
 */
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { currentIntl, say } from '@/components/words/say';
import { type FoundMessage, type Piece, pathOfMessage } from '@/lib/chats/search-view';
import { WorkspaceLink } from '../workspace-link';
import { useSearch } from './use-search';

interface SearchResultsProps {
  q: string;
  /** Shows the chats again. */
  onAll: () => void;
}

export function SearchResults({ q, onAll }: SearchResultsProps) {
  const { found, of, problem, more } = useSearch(q);
  const count = found ? found.chats.length + found.messages.length : 0;
  const isOver = found !== null && of === q;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the links, which work without them
    <div onKeyDown={moveFocus} aria-busy={!isOver}>
      <p role="status" className="px-2.5 pt-4 text-12 leading-5 text-muted">
        {problem ??
          (isOver ? wordsFor(count, found.next !== null) : found === null ? say('finding.searching') : '')}
      </p>
      {isOver && count === 0 && !problem && (
        <button type="button" onClick={onAll} className="px-2.5 py-2 text-12 underline underline-offset-2">
          {say('finding.show-all')}
        </button>
      )}
      {found && found.chats.length > 0 && (
        <Group name={say('finding.chats')}>
          {found.chats.map(({ id, title, updatedAt, archived }) => (
            <Hit
              key={id}
              href={`/chat/${id}`}
              at={updatedAt}
              archived={archived}
              title={<Pieces of={title} />}
            />
          ))}
        </Group>
      )}
      {found && found.messages.length > 0 && (
        <Group name={say('finding.messages')}>
          {found.messages.map((message) => (
            <Hit
              key={`${message.chatId} ${message.id}`}
              href={placeOf(message)}
              at={message.createdAt}
              archived={message.archived}
              title={message.title}
            >
              <Pieces of={message.excerpt} />
            </Hit>
          ))}
        </Group>
      )}
      {found?.next && <More onMore={more} />}
    </div>
  );
}

function wordsFor(count: number, isMore: boolean): string {
  if (count === 0) return say('finding.nothing');
  return isMore ? say('finding.count-more', { count }) : say('finding.count', { count });
}

/** With the matched words, so that the page can highlight them. */
export function placeOf({ chatId, id, excerpt }: FoundMessage): string {
  const hits = new Set(excerpt.flatMap(({ text, hit }) => (hit ? [text] : [])));
  return `${pathOfMessage(chatId, id)}&hit=${encodeURIComponent([...hits].join(' ').slice(0, 200))}`;
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="pt-3">
      <h2 className="px-2.5 pb-1 text-12 font-medium leading-5 text-muted">{name}</h2>
      <ul>{children}</ul>
    </section>
  );
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;

interface HitProps {
  href: string;
  /** ISO 8601. */
  at: string;
  archived: true | undefined;
  title: ReactNode;
  children?: ReactNode;
}

function Hit({ href, at, archived, title, children }: HitProps) {
  return (
    <li>
      <WorkspaceLink href={href} className="block rounded-control px-2.5 py-2 text-13 hover:bg-hover">
        <span className="flex items-baseline gap-2">
          <span dir="auto" className="min-w-0 flex-1 truncate font-medium text-ink">
            {title}
          </span>
          {archived && <span className="shrink-0 text-12 text-muted">{say('finding.is-archived')}</span>}
          <time dateTime={at} className="shrink-0 text-12 text-muted">
            {new Date(at).toLocaleDateString(currentIntl(), DAY)}
          </time>
        </span>
        {children && (
          <span dir="auto" className="mt-0.5 line-clamp-3 break-words text-12 leading-[18px] text-ink-2">
            {children}
          </span>
        )}
      </WorkspaceLink>
    </li>
  );
}

function Pieces({ of }: { of: readonly Piece[] }) {
  let from = 0;
  return of.map(({ text, hit }) => {
    from += text.length;
    return hit ? <Marked key={from}>{text}</Marked> : text;
  });
}

function Marked({ children }: { children: string }) {
  return (
    <mark className="rounded-[3px] bg-chosen px-px font-medium text-ink underline decoration-muted">
      {children}
    </mark>
  );
}

function More({ onMore }: { onMore: () => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false);
  const press = () => {
    setIsBusy(true);
    void onMore().finally(() => setIsBusy(false));
  };
  return (
    <button
      type="button"
      onClick={press}
      aria-busy={isBusy}
      className="mt-2 h-11 w-full rounded-control px-2.5 text-left text-13 text-muted hover:bg-hover hover:text-ink md:h-[34px]"
    >
      {say('finding.more')}
    </button>
  );
}

/** Arrow up on the first one returns to the field. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  const field = event.currentTarget.closest('nav')?.querySelector<HTMLElement>('[data-chat-search]');
  const target = at + step < 0 ? field : links[at + step];
  target?.focus();
}
