'use client';
/** The calls of an answer over time: a bar for each, and in words what it ran concurrently with or waited for. */
import { durationWords } from '@/components/shown/say-time';
import { ShownText } from '@/components/shown/shown-text';
import { say } from '@/components/words/say';
import type { Timeline, TimelineCall } from './timeline-of';

export function RunTimeline({ timeline: { calls, total } }: { timeline: Timeline }) {
  return (
    <ol
      data-testid="timeline"
      className="mt-1 mb-2 min-w-0 space-y-2 rounded-table border border-line bg-raised px-3 py-2.5"
    >
      {calls.map((call) => (
        <li key={call.key} className="min-w-0 text-12">
          <div className="flex min-w-0 items-baseline gap-3">
            <span className="min-w-0 flex-1 break-words font-medium text-ink">
              <ShownText text={call.name} />
            </span>
            <span className="shrink-0 text-ink-2 tabular-nums">{durationWords(call.lasted)}</span>
          </div>
          <div aria-hidden className="relative my-1 h-2 rounded-full bg-soft">
            <div
              className={`absolute inset-y-0 min-w-1 rounded-full ${call.failed ? 'bg-failed' : 'bg-edge'}`}
              style={{ left: `${share(call.from, total)}%`, width: `${share(call.lasted, total)}%` }}
            />
          </div>
          <p className="break-words text-muted">
            <ShownText text={wordsOf(call)} />
          </p>
        </li>
      ))}
    </ol>
  );
}

const share = (part: number, whole: number) => Math.min(100, Math.max(0, (part / whole) * 100));

function wordsOf({ from, beside, after, gap, waited, confirmed }: TimelineCall): string {
  const words = [
    from === 0 ? say('results.timeline.first') : say('results.timeline.from', { time: durationWords(from) }),
  ];
  if (beside.length > 0) words.push(say('results.timeline.beside', { names: beside.join(', ') }));
  if (after !== null) words.push(say('results.timeline.after', { name: after, time: durationWords(gap) }));
  if (confirmed) words.push(say('results.timeline.confirmed'));
  if (waited > 0) words.push(say('results.timeline.waited', { time: durationWords(waited) }));
  return words.join(', ');
}
