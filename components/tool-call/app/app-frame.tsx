'use client';
/**
 * A page of a server in its frame: sandboxed by attribute and by header, and so without origin; labelled as what it is;
 * as high as it requests, within limits. Only the person opens links, words go only into the composer, and cards are
 * outside.
 */
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { say, sayWith } from '@/components/words/say';
import type { CallOutput } from '@/lib/execution/call-record';
import { mcpResult } from '@/lib/runs/apps/app-view';
import { AppCalls } from './app-calls';
import { appContext, watchLooks } from './app-context';
import { keepFocus } from './app-focus';
import { AppHost } from './app-host';
import { AppLink, type WantedLink } from './app-link';
import type { TakeWords } from './apps-shown';

interface AppFrameProps {
  callId: string;
  server: string;
  input: unknown;
  output: CallOutput;
  takeWords: TakeWords;
  /** Why it may not be shown; null if it may. */
  off: string | null;
  /** Called when it makes a call. */
  onCall: () => void;
  onClose: () => void;
}

/** In CSS pixels. */
const [LOWEST, HIGHEST, AT_FIRST] = [80, 720, 240];
/** A page that has sent no message by then never will. */
const PATIENCE_MS = 20_000;

export function AppFrame(props: AppFrameProps) {
  const { callId, server, onClose } = props;
  const app = useApp(props);
  const close = () => void app.close().then(onClose);
  return (
    <section
      data-testid="app"
      aria-label={say('app.title', { server: visibleString(server) })}
      className="min-w-0 overflow-hidden rounded-table border border-line bg-raised"
    >
      <div className="flex items-center gap-2 border-line border-b pl-3 text-12 text-muted">
        <p className="min-w-0 flex-1 break-words py-1">
          {sayWith('app.whose', { server: () => <ShownText text={server} /> })}
        </p>
        <button
          type="button"
          aria-label={say('app.close')}
          title={say('app.close')}
          onClick={close}
          className="flex size-8 shrink-0 items-center justify-center text-ink-2 hover:text-ink max-md:size-11"
        >
          <X aria-hidden size={15} strokeWidth={1.75} />
        </button>
      </div>
      {app.problem === null ? (
        <iframe
          ref={app.frame}
          src={`/api/calls/${callId}/app`}
          sandbox="allow-scripts"
          referrerPolicy="no-referrer"
          title={say('app.title', { server: visibleString(server) })}
          onLoad={app.onLoad}
          style={{ height: app.height }}
          className="block w-full border-0 bg-raised"
        />
      ) : (
        <p role="status" className="px-3 py-2 text-13 text-ink-2">
          {app.problem}
        </p>
      )}
      {app.link && <AppLink link={app.link} />}
      {app.hasSuggested && (
        <p role="status" className="border-line border-t px-3 py-1.5 text-13 text-ink-2">
          {say('app.suggested')}
        </p>
      )}
    </section>
  );
}

/** The state of the page: its height, its requests, its errors. */
function useApp({ callId, input, output, takeWords, off, onCall, onClose }: AppFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const host = useRef<AppHost | null>(null);
  const [height, setHeight] = useState(AT_FIRST);
  const [link, setLink] = useState<WantedLink | null>(null);
  const [hasSuggested, setSuggested] = useState(false);
  const [isReady, setReady] = useState(false);
  const [problem, setProblem] = useProblem(off);
  const mayShow = problem === null;
  const loads = useRef(0);
  const given = useRef({ input, output, takeWords, onCall, onClose });
  given.current = { input, output, takeWords, onCall, onClose };
  useEffect(() => {
    const element = frame.current;
    if (!element || !mayShow) return;
    const closed = new AbortController();
    const calls = new AppCalls(callId, closed.signal);
    const { signal } = closed;
    const made = new AppHost(element, {
      shows: { input: given.current.input, result: mcpResult(given.current.output) },
      context: () => appContext(element, HIGHEST),
      call: (params) => calls.make(params, () => given.current.onCall()),
      onSize: (wanted) => setHeight(Math.round(Math.min(HIGHEST, Math.max(LOWEST, wanted)))),
      onLink: (url) => new Promise((resolve) => setLink(wantedLink(url, resolve, setLink))),
      onWords: (words) => {
        const isTaken = given.current.takeWords(words);
        if (isTaken) setSuggested(true);
        return isTaken;
      },
      onClose: () => given.current.onClose(),
      onReady: () => setReady(true),
    });
    host.current = made;
    watchLooks(element, () => made.tellContext(), signal);
    keepFocus(element, signal);
    return () => {
      closed.abort();
      made.leave();
      host.current = null;
    };
  }, [callId, mayShow]);
  useEffect(() => {
    if (!mayShow || isReady) return;
    const timer = setTimeout(() => setProblem(say('app.failed')), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [mayShow, isReady, setProblem]);
  const onLoad = () => {
    loads.current += 1;
    // It has navigated: whatever is there now is not what was requested.
    if (loads.current > 1) setProblem(say('app.gone'));
  };
  const close = async () => host.current?.close();
  return { frame, height, link, hasSuggested, mayShow, problem, onLoad, close };
}

/**
 * Without Trusted Types nothing would keep a page from creating frames, and in them connections that no policy covers.
 */
function useProblem(off: string | null) {
  const [problem, setProblem] = useState(off);
  useEffect(() => {
    if (!('trustedTypes' in window)) setProblem(say('app.not-here'));
  }, []);
  return [problem, setProblem] as const;
}

/** One at a time: a later request replaces an earlier one. */
function wantedLink(
  url: URL,
  resolve: (isOpened: boolean) => void,
  set: (change: (before: WantedLink | null) => WantedLink | null) => void,
) {
  return (before: WantedLink | null): WantedLink => {
    before?.answer(false);
    const wanted: WantedLink = {
      url,
      answer(isOpened) {
        resolve(isOpened);
        set((now) => (now === wanted ? null : now));
      },
    };
    return wanted;
  };
}
