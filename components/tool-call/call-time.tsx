'use client';
import { durationWords, secondsWords } from '@/components/shown/say-time';
import { say } from '@/components/words/say';
/** The end of a call's row: its duration; while it is running, the elapsed time and the limit. */
import type { CallRecord } from '@/lib/runs/chat-view';
import { useNow } from '../ui/use-now';

interface CallTimeProps {
  call: CallRecord | undefined;
  running: boolean;
}

export function CallTime({ call, running }: CallTimeProps) {
  if (call?.durationMs !== undefined) return <Time words={durationWords(call.durationMs)} />;
  return call && running ? <RunningTime {...call} /> : null;
}

/** Updated once a second. Not announced: it is in no live region. */
function RunningTime({ startedAt, deadlineMs, waitedMs = 0 }: CallRecord) {
  const now = useNow(1000);
  const elapsed = now ? now.getTime() - Date.parse(startedAt) - waitedMs : 0;
  // Nothing is shown in the first second, nor if the reader's clock is behind the server's.
  if (elapsed < 1000) return null;
  if (deadlineMs === undefined) return <Time words={secondsWords(elapsed)} />;
  return (
    <Time
      words={say('call.time-of', {
        time: secondsWords(Math.min(elapsed, deadlineMs)),
        most: secondsWords(deadlineMs),
      })}
    />
  );
}

function Time({ words }: { words: string }) {
  return (
    <>
      <Dot className="md:hidden" />
      <span className="shrink-0 whitespace-nowrap tabular-nums md:ml-4">{words}</span>
    </>
  );
}

export function Dot({ className }: { className: string }) {
  return (
    <span aria-hidden className={`text-12 opacity-70 ${className}`}>
      •
    </span>
  );
}
