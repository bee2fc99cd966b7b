'use client';
/** The inbox: the pending cards, oldest first, and in another tab the decided ones. */
import { type ReactNode, useState } from 'react';
import { Page } from '@/components/shell/page';
import { HaltLines } from '@/components/shell/stopped/halts';
import { useWorkspace } from '@/components/shell/workspace';
import { WorkspaceLink } from '@/components/shell/workspace-link';
import { Button, buttonClass } from '@/components/ui/button';
import { say, sayWith } from '@/components/words/say';
import type { InboxPage } from '@/lib/inbox/inbox-view';
import { readsRecord } from '@/lib/people/roles';
import { DecidedTable } from './decided-table';
import { isForReader, waits } from './entries';
import { Filters } from './filters';
import { addressOf, type InboxSearch, isNarrowed } from './inbox-search';
import { isOpen } from './shown-unknown-calls';
import { Tabs } from './tabs';
import { UnknownCallEntry, type UnknownCallEntryProps } from './unknown-call-entry';
import { useInbox } from './use-inbox';
import { WaitingList } from './waiting-list';
import { WaitingSignIns } from './waiting-sign-ins';

export interface InboxProps {
  search: InboxSearch;
  initial: InboxPage;
}

type Shown = ReturnType<typeof useInbox>;

export function Inbox({ search, initial }: InboxProps) {
  const { viewer } = useWorkspace();
  const shown = useInbox(initial, search);
  return (
    <Page title={say('place.approvals')} above={<HaltLines />}>
      <Tabs here={search.tab} search={search} />
      {viewer.role === 'viewer' && (
        <p className="mb-4 rounded-table border bg-raised px-4 py-3 text-14 text-ink-2">
          {say('inbox.viewer')}
        </p>
      )}
      {!shown.isReachable && (
        <p role="alert" className="mb-4 rounded-table border bg-raised px-4 py-3 text-14 text-ink-2">
          {say('inbox.unreachable')}
        </p>
      )}
      {search.tab === 'decided' ? (
        <DecidedTab search={search} shown={shown} />
      ) : (
        <WaitingTab search={search} shown={shown} />
      )}
      {shown.next && <More onMore={shown.more} />}
    </Page>
  );
}

interface ListProps {
  search: InboxSearch;
  shown: Shown;
}

function WaitingTab({ search, shown }: ListProps) {
  const { viewer } = useWorkspace();
  const { entries, unknownCalls, next, choices, handlers } = shown;
  const [waiting, open] = [entries.filter(waits), unknownCalls.filter(isOpen)];
  const count = waiting.length + open.length;
  const forReader =
    waiting.filter(isForReader).length + open.filter(({ unknownCall }) => unknownCall.mayResolve).length;
  // Of pages not loaded yet it is not known.
  const share = forReader < count && !next ? say('inbox.for-you', { count: forReader }) : null;
  const isEmpty = entries.length + unknownCalls.length === 0;
  const words =
    count === 0 ? say('inbox.nothing') : say(next ? 'inbox.count-and-more' : 'inbox.count', { count });
  return (
    <>
      <Head title={words} more={listed(share, count > 1 && say('inbox.oldest-first'))}>
        {(!isEmpty || isNarrowed(search)) && <Filters search={search} choices={choices} />}
      </Head>
      <p role="status" className="sr-only">
        {listed(words, share)}
      </p>
      {isEmpty && <NothingWaits search={search} />}
      <WaitingSignIns />
      <UnknownCalls unknownCalls={unknownCalls} viewer={viewer} handlers={handlers.unknownCalls} />
      <WaitingList entries={entries} viewer={viewer} handlers={handlers} />
    </>
  );
}

const listed = (...words: (string | false | null)[]) => words.filter(Boolean).join(', ');

/** Above the pending cards: something may have happened already. */
function UnknownCalls({
  unknownCalls,
  ...rest
}: { unknownCalls: Shown['unknownCalls'] } & Omit<UnknownCallEntryProps, 'shown'>) {
  if (unknownCalls.length === 0) return null;
  return (
    <ul className="mb-3 flex flex-col gap-3">
      {unknownCalls.map((shown) => (
        <UnknownCallEntry key={shown.unknownCall.callId} shown={shown} {...rest} />
      ))}
    </ul>
  );
}

function DecidedTab({ search, shown }: ListProps) {
  const { viewer } = useWorkspace();
  const approvals = shown.entries.map(({ approval }) => approval);
  return (
    <>
      <Head
        title={say('inbox.what-was-decided')}
        more={approvals.length > 1 ? say('inbox.newest-first') : null}
      >
        {(approvals.length > 0 || isNarrowed(search)) && <Filters search={search} choices={shown.choices} />}
      </Head>
      {approvals.length > 0 ? (
        <DecidedTable approvals={approvals} viewer={viewer} />
      ) : (
        <Nothing search={search}>{say('inbox.none-decided')}</Nothing>
      )}
      {readsRecord(viewer.role) && (
        <p className="mt-3 text-13 text-muted">
          {sayWith('decided.in-record', {
            link: (words) => (
              <WorkspaceLink href="/activity?kind=decided" className="underline hover:text-ink">
                {words}
              </WorkspaceLink>
            ),
          })}
        </p>
      )}
    </>
  );
}

interface HeadProps {
  title: string;
  /** Beside it; empty or null: nothing. */
  more: string | null;
  children: ReactNode;
}

function Head({ title, more, children }: HeadProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <h2 className="flex flex-wrap items-baseline gap-x-2 font-semibold text-24">
        {title}
        {more && <span className="font-normal text-13 text-muted tracking-normal">{more}</span>}
      </h2>
      {children}
    </div>
  );
}

function NothingWaits({ search }: { search: InboxSearch }) {
  const { viewer } = useWorkspace();
  return (
    <Nothing search={search}>
      {viewer.role === 'admin' ? say('inbox.none-waiting-team') : say('inbox.none-waiting-own')}
    </Nothing>
  );
}

/** An empty list says why it is empty, and what to do next. */
function Nothing({ search, children }: { search: InboxSearch; children: ReactNode }) {
  const narrowed = isNarrowed(search);
  return (
    <div className="pb-4">
      <p className="max-w-prose text-16 text-muted">{narrowed ? say('inbox.none-fit') : children}</p>
      <WorkspaceLink
        href={narrowed ? addressOf({ tab: search.tab }) : '/'}
        className={buttonClass('outline', 'mt-5')}
      >
        {narrowed ? say('inbox.show-all') : say('missing.new-chat')}
      </WorkspaceLink>
    </div>
  );
}

function More({ onMore }: { onMore: () => Promise<void> }) {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const load = async () => {
    setState('loading');
    await onMore().then(
      () => setState('idle'),
      () => setState('failed'),
    );
  };
  return (
    <div className="mt-4">
      <Button onClick={load} disabled={state === 'loading'}>
        {state === 'loading' ? say('inbox.loading') : say('inbox.more')}
      </Button>
      {state === 'failed' && (
        <p role="alert" className="mt-2 text-13 text-failed">
          {say('inbox.more-failed')}
        </p>
      )}
    </div>
  );
}
