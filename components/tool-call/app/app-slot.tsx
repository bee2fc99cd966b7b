'use client';
/**
 * The page that a call's server has for its result, below the call, once somebody wants to see it, with the calls it
 * has made. It opens by itself only if the call ended while this reader was watching and its server is trusted: a chat
 * must not open into a page that hangs.
 */
import { AppWindow } from 'lucide-react';
import { useContext, useEffect, useState } from 'react';
import { ApiError, request } from '@/components/api/api';
import { ShownText } from '@/components/shown/shown-text';
import { say, sayWith } from '@/components/words/say';
import type { CallOutput } from '@/lib/execution/call-record';
import type { PageFacts } from '@/lib/runs/apps/app-view';
import type { CallMetadata, Mode } from '@/lib/runs/chat-view';
import { nameOf } from '../call-name';
import { SubAgentSlot } from '../sub-agent-slot';
import { AppFrame } from './app-frame';
import { AppsShown } from './apps-shown';

export interface AppSlotProps {
  /** The call's id, by which its page is asked for; and the id of the place where the page's calls are shown. */
  callId: string;
  metadata: CallMetadata;
  input: unknown;
  output: CallOutput;
  mode: Mode;
  /** The details of the call are shown. */
  isOpen: boolean;
  /** It ended while the reader was watching. */
  isNew: boolean;
  onWaits: (waits: boolean) => void;
}

export function AppSlot({ callId, metadata, input, output, mode, isOpen, isNew, onWaits }: AppSlotProps) {
  const takeWords = useContext(AppsShown);
  const [isShown, setShown] = useState(isNew && metadata.trusted);
  const [facts, setFacts] = useFacts(callId, takeWords !== null);
  const { server } = metadata;
  if (!takeWords || !facts) return null;
  return (
    <div className="mt-1.5 min-w-0">
      {isShown ? (
        <AppFrame
          callId={callId}
          server={server}
          input={input}
          output={output}
          takeWords={takeWords}
          off={facts.off}
          onCall={() => setFacts({ ...facts, hasCalled: true })}
          onClose={() => setShown(false)}
        />
      ) : (
        <button
          type="button"
          onClick={() => setShown(true)}
          className="flex min-h-7 items-center gap-2 rounded-badge border border-edge px-2.5 font-medium text-13 text-ink-2 hover:bg-hover max-md:min-h-11"
        >
          <AppWindow aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
          <span className="min-w-0 break-words text-left">
            {sayWith('app.show', { server: () => <ShownText text={server} /> })}
          </span>
        </button>
      )}
      {facts.hasCalled && (
        <SubAgentSlot
          place={callId}
          name={say('app.title', { server: nameOf(metadata) })}
          mode={mode}
          isOpen={isOpen}
          onWaits={onWaits}
        />
      )}
    </div>
  );
}

/** Requested once, before anything of it is loaded: a frame would show whatever was returned instead. */
function useFacts(callId: string, isWanted: boolean) {
  const [facts, setFacts] = useState<PageFacts | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    request<PageFacts>('GET', `/api/calls/${callId}/app`).then(
      (found) => isGone || setFacts(found),
      (error: unknown) => {
        // A call that is not the reader's has nothing to show here.
        const off = error instanceof ApiError && error.status !== 404 ? error.message : null;
        if (!isGone && off !== null) setFacts({ hasCalled: false, off });
      },
    );
    return () => {
      isGone = true;
    };
  }, [callId, isWanted]);
  return [facts, setFacts] as const;
}
