'use client';
/** The inbox's contents, kept up to date: at every piece of news it requests the state of what is shown. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { soon } from '@/components/api/soon';
import { type Deciding, deciding } from '@/components/chat/deciding';
import { useWorkspace } from '@/components/shell/workspace';
import type { InboxPage } from '@/lib/inbox/inbox-view';
import type { Resolution } from '@/lib/unknowns/unknown-call-view';
import { type Entry, entryOf, merge, missing, unite } from './entries';
import { loadApproval, loadInbox } from './inbox-api';
import type { InboxSearch } from './inbox-search';
import { mergeUnknownCalls, type ShownUnknownCall } from './shown-unknown-calls';

const PAGE = 20;
/** The most that the server returns at once. */
const MOST = 100;

interface State extends Pick<InboxPage, 'choices' | 'next'> {
  entries: Entry[];
  unknownCalls: ShownUnknownCall[];
  /** Whether the server answered the last request. */
  isReachable: boolean;
}

/** `initial` and `search` are read once: another view needs another key. */
export function useInbox(initial: InboxPage, search: InboxSearch) {
  const { onNews } = useWorkspace();
  const [state, setState] = useState<State>(() => ({
    entries: initial.approvals.map(entryOf),
    unknownCalls: mergeUnknownCalls([], initial.unknownCalls, new Map()),
    choices: initial.choices,
    next: initial.next,
    isReachable: true,
  }));
  const latest = useRef(state);
  const saidHere = useRef(new Map<string, Resolution>());
  const refresh = useMemo(() => {
    const show = (change: Partial<State>) => {
      latest.current = { ...latest.current, ...change };
      setState(latest.current);
    };
    return soon(async () => {
      try {
        let before: Entry[];
        let found: Partial<State>;
        do {
          before = latest.current.entries;
          found = await look(search, latest.current, saidHere.current);
          // Older pages were loaded meanwhile, and this result does not include them.
        } while (latest.current.entries !== before);
        show({ ...found, isReachable: true });
      } catch {
        show({ isReachable: false });
      }
    });
  }, [search]);

  useEffect(() => {
    refresh();
    return onNews(refresh);
  }, [onNews, refresh]);

  const more = async () => {
    const { next } = latest.current;
    if (!next) return;
    const page = await loadInbox(search, { limit: PAGE, cursor: next });
    const shown = latest.current.entries;
    const entries =
      search.tab === 'decided'
        ? unite(shown, page.approvals.map(entryOf))
        : merge(shown, page.approvals, new Map());
    latest.current = { ...latest.current, entries, next: page.next };
    setState(latest.current);
  };
  const handlers = useMemo(() => noting(deciding(globalThis.fetch, refresh), saidHere.current), [refresh]);
  return { ...state, more, handlers };
}

/** What was said here is noted before the server reports that the call is no longer open. */
function noting(handlers: Deciding, saidHere: Map<string, Resolution>): Deciding {
  const resolve: Deciding['unknownCalls']['resolve'] = async (callId, resolution) => {
    saidHere.set(callId, resolution);
    const answer = await handlers.unknownCalls.resolve(callId, resolution);
    if (!answer.ok) saidHere.delete(callId);
    return answer;
  };
  return { ...handlers, unknownCalls: { ...handlers.unknownCalls, resolve } };
}

async function look(
  search: InboxSearch,
  { entries, unknownCalls: shown, next }: State,
  saidHere: ReadonlyMap<string, Resolution>,
): Promise<Partial<State>> {
  const limit = Math.min(MOST, Math.max(PAGE, entries.length));
  const page = await loadInbox(search, { limit });
  const { choices } = page;
  // Beyond one page of results, only the older pages know what follows.
  const following = entries.length > MOST ? next : page.next;
  if (search.tab === 'decided') {
    const all = unite(page.approvals.map(entryOf), entries.slice(MOST));
    return { entries: all, choices, next: following };
  }
  const unknownCalls = mergeUnknownCalls(shown, page.unknownCalls, saidHere);
  const ids = missing(entries, page.approvals);
  const asked = await Promise.all(ids.map(async (id) => [id, await loadApproval(id)] as const));
  return { entries: merge(entries, page.approvals, new Map(asked)), unknownCalls, choices, next: following };
}
