'use client';
/**
 * Below the row of a running call: its server's latest message, its progress, and a button to end only this call. Not
 * announced to screen readers: it changes too often, and can be read on demand.
 */
import { useState } from 'react';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { currentIntl, say, sayWith } from '@/components/words/say';
import type { CallMetadata, CallRecord } from '@/lib/runs/chat-view';
import { useNow } from '../ui/use-now';
import { nameOf } from './call-name';

/** Resolves to why the call could not be stopped; null if it was. */
export type StopCall = (toolCallId: string) => Promise<string | null>;

interface CallProgressProps {
  call: CallRecord;
  metadata: CallMetadata;
  /** Absent: the reader may not stop it. */
  onStop: StopCall | undefined;
}

/** A call that ends in a moment needs no button, in milliseconds. The button "Stop" ends the whole answer. */
const STOPPABLE_AFTER = 3_000;

export function CallProgress({ call, metadata, onStop }: CallProgressProps) {
  const { progress } = call;
  const now = useNow(1_000);
  const isLong = now !== null && now.getTime() - Date.parse(call.startedAt) >= STOPPABLE_AFTER;
  const mayStop = onStop !== undefined && (isLong || progress !== undefined);
  if (!progress && !mayStop) return null;
  const name = visibleString(nameOf(metadata));
  return (
    <div
      data-testid="call-progress"
      className="mb-1 flex min-w-0 items-center gap-3 pl-6 text-13 text-muted max-md:items-end"
    >
      <div className="min-w-0 flex-1">
        {progress && (
          <Told progress={progress} name={name} server={metadata.trusted ? '' : metadata.server} />
        )}
      </div>
      {mayStop && <Stop name={name} onStop={() => onStop(call.toolCallId)} />}
    </div>
  );
}

interface ToldProps {
  progress: NonNullable<CallRecord['progress']>;
  name: string;
  /** Names the source of the words, if the server is not vouched for. */
  server: string;
}

function Told({ progress: { progress, total, message }, name, server }: ToldProps) {
  const amount =
    total === undefined
      ? amountWords(progress)
      : say('call.time-of', { time: amountWords(progress), most: amountWords(total) });
  return (
    <>
      <p className="min-w-0 break-words leading-[19px]">
        {message !== undefined && (
          <>
            {server !== '' && (
              <>{sayWith('call.server-says', { server: () => <ShownText text={server} /> })} </>
            )}
            <span className="text-ink-2">
              <ShownText text={message} />
            </span>
            ,{' '}
          </>
        )}
        <span className="whitespace-nowrap tabular-nums">{amount}</span>
      </p>
      {total !== undefined && (
        <div
          role="progressbar"
          aria-label={say('call.progress', { name })}
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={within(progress, total)}
          aria-valuetext={amount}
          className="mt-1 mb-0.5 h-1 max-w-80 overflow-hidden rounded-full bg-edge/40"
        >
          <div
            className="h-full rounded-full bg-ink-2 motion-safe:transition-[width]"
            style={{ width: `${(within(progress, total) / total) * 100}%` }}
          />
        </div>
      )}
    </>
  );
}

function Stop({ name, onStop }: { name: string; onStop(): Promise<string | null> }) {
  const [isStopping, setStopping] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = async () => {
    setStopping(true);
    setProblem(await onStop());
    setStopping(false);
  };
  return (
    <div className="flex min-w-0 items-center gap-2">
      {problem !== null && (
        <span role="alert" className="text-failed">
          {problem}
        </span>
      )}
      <button
        type="button"
        disabled={isStopping}
        aria-label={`${say('call.end')}: ${name}`}
        onClick={() => void stop()}
        className="relative inline-flex h-7 shrink-0 items-center rounded-control border border-edge bg-raised px-2.5 font-medium text-12 text-ink hover:bg-soft disabled:opacity-60 max-md:h-11 max-md:px-4 max-md:text-13"
      >
        {isStopping ? say('call.ending') : say('call.end')}
      </button>
    </div>
  );
}

/** Some servers count beyond their own total. */
function within(progress: number, total: number): number {
  return Math.min(Math.max(progress, 0), total);
}

/** At most two decimals; huge numbers are abbreviated. */
export function amountWords(amount: number): string {
  if (Math.abs(amount) >= 1e12) return amount.toExponential(1);
  return amount.toLocaleString(currentIntl(), { maximumFractionDigits: 2 });
}
