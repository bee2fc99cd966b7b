'use client';
/** Below the last rows of an answer: when its calls ran, one click away. */
import { ChartNoAxesGantt } from 'lucide-react';
import { useState } from 'react';
import { durationWords } from '@/components/shown/say-time';
import { later } from '@/components/ui/later';
import { say } from '@/components/words/say';
import type { CallFacts } from '../call-view';
import { timelineOf } from './timeline-of';

const RunTimeline = later(async () => (await import('./run-timeline')).RunTimeline);

export function TimelineDisclosure({ facts }: { facts: readonly CallFacts[] }) {
  const [open, setOpen] = useState(false);
  const timeline = timelineOf(facts);
  if (!timeline) return null;
  return (
    <div className="min-w-0">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="inline-flex min-h-6 items-center gap-1.5 text-12 text-muted hover:text-ink max-md:min-h-11"
      >
        <ChartNoAxesGantt aria-hidden size={13} strokeWidth={1.75} />
        {say('results.timeline.open', {
          count: timeline.calls.length,
          time: durationWords(timeline.total),
        })}
      </button>
      {open && <RunTimeline timeline={timeline} />}
    </div>
  );
}
