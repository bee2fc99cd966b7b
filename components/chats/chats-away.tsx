'use client';
/** Chats that are in no list: archived ones, and deleted ones that can still be restored; and links to shared ones. */
import { type ReactNode, useState } from 'react';
import { request } from '@/components/api/api';
import type { ChatList } from '@/components/api/chat-api';
import { useAct } from '@/components/api/use-act';
import { Page } from '@/components/shell/page';
import { useWorkspace } from '@/components/shell/workspace';
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { Moment } from '@/components/shown/moment';
import { Button } from '@/components/ui/button';
import { say } from '@/components/words/say';
import type { DeletedChat } from '@/lib/chats/bin-view';
import type { ShareView } from '@/lib/chats/share-view';
import type { ChatSummary } from '@/lib/runs/chat-view';
import { ImportPanel } from './import-panel';

export interface ChatsAwayProps {
  archived: { chats: ChatSummary[]; next: string | null };
  deleted: DeletedChat[];
  shares: ShareView[];
}

export function ChatsAway({ archived, deleted, shares }: ChatsAwayProps) {
  return (
    <Page title={say('finding.away.link')}>
      <Archived {...archived} />
      <Shared shares={shares} />
      <Deleted chats={deleted} />
      <Section title={say('import.title')}>
        <ImportPanel />
      </Section>
    </Page>
  );
}

function Archived(initial: ChatsAwayProps['archived']) {
  const { archive, tell } = useWorkspace();
  const [list, setList] = useState(initial);
  const { doing, outcome, act } = useAct();
  const back = (id: string) =>
    act(id, say('finding.not-done'), async () => {
      await archive(id, false);
      setList((now) => ({ ...now, chats: now.chats.filter((chat) => chat.id !== id) }));
      tell(say('finding.unarchived'));
      return undefined;
    });
  const more = () =>
    act('more', say('finding.away.failed'), async () => {
      const cursor = encodeURIComponent(list.next ?? '');
      const page = await request<ChatList>('GET', `/api/chats?shelf=archive&limit=50&cursor=${cursor}`);
      setList((now) => ({ chats: [...now.chats, ...page.chats], next: page.next }));
      return undefined;
    });
  return (
    <Section title={say('finding.away.archived')} problem={outcome?.words}>
      {list.chats.length === 0 ? (
        <p className="mt-2 max-w-prose text-14 text-muted">{say('finding.away.archived-none')}</p>
      ) : (
        <ul className="mt-2 divide-y">
          {list.chats.map(({ id, title, updatedAt }) => (
            <Row
              key={id}
              title={
                <WorkspaceLink href={`/chat/${id}`} className="rounded-control hover:underline">
                  {title}
                </WorkspaceLink>
              }
              at={updatedAt}
              label={say('finding.unarchive')}
              name={title}
              isBusy={doing === id}
              onPress={() => void back(id)}
            />
          ))}
        </ul>
      )}
      {list.next && <Button onClick={() => void more()}>{say('finding.away.more')}</Button>}
    </Section>
  );
}

function Deleted({ chats: initial }: { chats: DeletedChat[] }) {
  const { restore, tell } = useWorkspace();
  const [chats, setChats] = useState(initial);
  const { doing, outcome, act } = useAct();
  const back = (id: string) =>
    act(id, say('finding.not-undone'), async () => {
      await restore(id);
      setChats((now) => now.filter((chat) => chat.id !== id));
      tell(say('finding.away.restored'));
      return undefined;
    });
  return (
    <Section title={say('finding.away.deleted')} problem={outcome?.words}>
      <p className="mt-1 max-w-prose text-14 text-muted">
        {say(chats.length === 0 ? 'finding.away.deleted-none' : 'finding.away.deleted-hint')}
      </p>
      <ul className="mt-2 divide-y">
        {chats.map(({ id, title, deletedAt }) => (
          <Row
            key={id}
            title={title}
            at={deletedAt}
            label={say('finding.away.restore')}
            name={title}
            isBusy={doing === id}
            onPress={() => void back(id)}
          />
        ))}
      </ul>
    </Section>
  );
}

function Shared({ shares: initial }: { shares: ShareView[] }) {
  const { tell } = useWorkspace();
  const [shares, setShares] = useState(initial);
  const { doing, outcome, act } = useAct();
  const withdraw = (id: string) =>
    act(id, say('finding.shares.not-withdrawn'), async () => {
      await request('DELETE', `/api/shares/${id}`);
      setShares((now) => now.filter((share) => share.id !== id));
      tell(say('finding.shares.withdrawn'));
      return undefined;
    });
  return (
    <Section title={say('finding.shares.title')} problem={outcome?.words}>
      {shares.length === 0 && (
        <p className="mt-2 max-w-prose text-14 text-muted">{say('finding.shares.none')}</p>
      )}
      <ul className="mt-2 divide-y">
        {shares.map(({ id, title, by, isMine, createdAt }) => (
          <Row
            key={id}
            title={
              <>
                <WorkspaceLink href={`/share/${id}`} className="rounded-control hover:underline">
                  {title}
                </WorkspaceLink>
                {!isMine && <span className="block text-12 text-muted">{by}</span>}
              </>
            }
            at={createdAt}
            label={say('finding.shares.withdraw')}
            name={title}
            isBusy={doing === id}
            onPress={() => void withdraw(id)}
          />
        ))}
      </ul>
    </Section>
  );
}

function Section({
  title,
  problem,
  children,
}: {
  title: string;
  problem?: string | undefined;
  children: ReactNode;
}) {
  return (
    <section className="mb-10">
      <h2 className="text-16 font-semibold">{title}</h2>
      <p role="alert" className="mt-2 text-13 text-failed empty:hidden">
        {problem}
      </p>
      {children}
    </section>
  );
}

interface RowProps {
  title: ReactNode;
  /** ISO 8601. */
  at: string;
  label: string;
  /** Distinguishes this button from others with the same label. */
  name: string;
  isBusy: boolean;
  onPress: () => void;
}

function Row({ title, at, label, name, isBusy, onPress }: RowProps) {
  return (
    <li className="flex items-center gap-3 py-2">
      <span dir="auto" className="min-w-0 flex-1 break-words text-14">
        {title}
      </span>
      <span className="shrink-0 text-12 text-muted max-md:hidden">
        <Moment iso={at} />
      </span>
      <Button onClick={onPress} disabled={isBusy} aria-label={`${label}: ${name}`}>
        {label}
      </Button>
    </li>
  );
}
