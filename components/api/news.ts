/**
 * News of a person's chats and rules for all tabs of the browser over one connection: browsers open only six per
 * server, so the tab that holds a lock listens and tells the others. Where locks do not exist (a plain http address
 * other than localhost) every tab polls instead.
 */
import type { AmberEvent } from '@/lib/runs/chat-view';

/** One chat or the rules changed, or (null) anything may have changed and everything must be fetched again. */
export type News = AmberEvent | null;

const POLL_MS = 2000;
/** The wait before reconnecting: doubled each time, and shortened at random, so that tabs do not all come at once. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

/** Sent to the listening tab by a tab that has just come to the front. */
const WAKE = 'wake';

/** Calls `listen` with news until the returned function is called. */
export function followNews(personId: string, listen: (news: News) => void): () => void {
  const end = new AbortController();
  const catchUp = () => listen(null);
  const { signal } = end;
  window.addEventListener('online', catchUp, { signal });
  window.addEventListener('pageshow', (event) => event.persisted && catchUp(), { signal });
  const canShare = Boolean(navigator.locks && window.BroadcastChannel && window.EventSource);
  if (canShare) share(personId, listen, signal);
  else poll(catchUp, signal);
  return () => end.abort();
}

/** The names contain the person's id: somebody else may sign in in the same browser. */
function share(personId: string, listen: (news: News) => void, signal: AbortSignal): void {
  const name = `amber-news-${personId}`;
  const others = new BroadcastChannel(name);
  let wake = () => {};
  others.onmessage = ({ data }: MessageEvent<News | typeof WAKE>) => (data === WAKE ? wake() : listen(data));
  signal.addEventListener('abort', () => others.close());
  const wakeAll = () => {
    if (document.visibilityState !== 'visible') return;
    wake();
    others.postMessage(WAKE);
  };
  window.addEventListener('online', wakeAll, { signal });
  document.addEventListener('visibilitychange', wakeAll, { signal });

  const tellAll = (news: News) => {
    listen(news);
    others.postMessage(news);
  };
  const lead = () =>
    new Promise<void>((giveUp) => {
      // Listening may have been cancelled just as the lock was granted.
      if (signal.aborted) return giveUp();
      signal.addEventListener('abort', () => giveUp());
      wake = listenToServer(tellAll, signal);
    });
  navigator.locks.request(name, { signal }, lead).catch(() => {
    // Cancelled before the lock was granted: another tab leads.
  });
}

/**
 * Every (re)connection reports "anything", since what happened in between was missed.
 * @returns reconnects a lost connection at once
 */
function listenToServer(tell: (news: News) => void, signal: AbortSignal): () => void {
  let source: EventSource | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const open = () => {
    clearTimeout(waiting);
    waiting = undefined;
    const opened = new EventSource('/api/events');
    source = opened;
    opened.onopen = () => {
      failures = 0;
      tell(null);
    };
    opened.onmessage = (message: MessageEvent<string>) => tell(JSON.parse(message.data));
    opened.onerror = () => {
      const isRefused = opened.readyState === EventSource.CLOSED;
      // The browser itself would retry at a fixed interval for as long as the server is away.
      opened.close();
      waiting = setTimeout(() => {
        // The answer was no stream (signed out, or the server is failing): a normal request tells which.
        if (isRefused) tell(null);
        open();
      }, waitAfter(failures));
      failures += 1;
    };
  };
  signal.addEventListener('abort', () => {
    clearTimeout(waiting);
    source?.close();
  });
  open();
  return () => {
    if (waiting !== undefined && !signal.aborted) open();
  };
}

function waitAfter(failures: number): number {
  const longest = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS);
  return longest * (0.5 + Math.random() / 2);
}

function poll(catchUp: () => void, signal: AbortSignal): void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') catchUp();
  }, POLL_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
}
