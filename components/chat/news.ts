/**
 * News of a person's chats for all tabs of the browser over one connection: browsers open only six to a server,
 * so the tab that holds a lock listens and tells the others. Where locks do not exist (a plain http address
 * other than localhost) every tab asks in short intervals instead.
 */
import type { ChatEvent } from '@/lib/runs/chat-view';

/** One chat changed, or (null) anything may have changed and everything is to be asked anew. */
export type News = ChatEvent | null;

const POLL_MS = 2000;
const REOPEN_MS = 3000;

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

/** Names carry the person: somebody else may sign in in the same browser. */
function share(personId: string, listen: (news: News) => void, signal: AbortSignal): void {
  const name = `amber-news-${personId}`;
  const others = new BroadcastChannel(name);
  others.onmessage = (message: MessageEvent<News>) => listen(message.data);
  signal.addEventListener('abort', () => others.close());

  const tellAll = (news: News) => {
    listen(news);
    others.postMessage(news);
  };
  const lead = () =>
    new Promise<void>((giveUp) => {
      // It may have ended just when its turn came.
      if (signal.aborted) return giveUp();
      signal.addEventListener('abort', () => giveUp());
      listenToServer(tellAll, signal);
    });
  navigator.locks.request(name, { signal }, lead).catch(() => {
    // Ended before its turn came: some other tab leads.
  });
}

/** Every (re)connection says "anything": what happened in between was not heard. */
function listenToServer(tell: (news: News) => void, signal: AbortSignal): void {
  if (signal.aborted) return;
  const source = new EventSource('/api/events');
  signal.addEventListener('abort', () => source.close());
  source.onopen = () => tell(null);
  source.onmessage = (message: MessageEvent<string>) => tell(JSON.parse(message.data));
  source.onerror = () => {
    // The browser reconnects by itself, except after an answer that was no stream (signed out, server ailing).
    if (source.readyState !== EventSource.CLOSED || signal.aborted) return;
    setTimeout(() => {
      tell(null);
      listenToServer(tell, signal);
    }, REOPEN_MS);
  };
}

function poll(catchUp: () => void, signal: AbortSignal): void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') catchUp();
  }, POLL_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
}
