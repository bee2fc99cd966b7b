'use client';
/** A call's record before and after it, shown when its row is opened; what was not read yet is read on click. */
import { useCallback, useEffect, useState } from 'react';
import { wordsOf } from '@/components/api/api';
import { readingOf, readRecord } from '@/components/api/reading-api';
import { Moment } from '@/components/shown/moment';
import { ShownText } from '@/components/shown/shown-text';
import { takeFocusOver } from '@/components/shown/take-focus';
import { Button } from '@/components/ui/button';
import { say, sayWith } from '@/components/words/say';
import type { ReadingView } from '@/lib/agent/readings/reading-view';
import { Differences } from './differences';

interface BeforeAfterProps {
  callId: string;
  /** Whose call it was. */
  of: { server: string; trusted: boolean };
}

export function BeforeAfter({ callId, of }: BeforeAfterProps) {
  const { view, problem, isReading, wasAsked, read } = useReading(callId);
  if (!view && !problem) return null;
  return (
    <section
      ref={wasAsked && !isReading ? takeFocusOver : undefined}
      tabIndex={wasAsked ? -1 : undefined}
      aria-label={say('reading.title')}
      data-testid="before-after"
      className="min-w-0 px-3 pt-2.5 pb-3"
    >
      <p className="mb-1 font-medium text-12 text-muted">{say('reading.title')}</p>
      {view && <Told view={view} of={of} />}
      {problem && <p className="text-13 text-failed">{problem}</p>}
      {view?.mayRead && (
        <Button className="mt-2" disabled={isReading} onClick={() => void read()}>
          {say(view.at === null ? 'reading.read' : 'reading.read-again')}
        </Button>
      )}
    </section>
  );
}

function useReading(callId: string) {
  const [view, setView] = useState<ReadingView | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const [wasAsked, setAsked] = useState(false);
  useEffect(() => {
    let isGone = false;
    readingOf(callId).then(
      (now) => !isGone && setView(now),
      (error: unknown) => !isGone && setProblem(wordsOf(error)),
    );
    return () => {
      isGone = true;
    };
  }, [callId]);
  const read = useCallback(async () => {
    setReading(true);
    setProblem(null);
    await readRecord(callId).then(setView, (error: unknown) => setProblem(wordsOf(error)));
    setReading(false);
    setAsked(true);
  }, [callId]);
  return { view, problem, isReading, wasAsked, read };
}

function Told({ view, of }: { view: ReadingView; of: BeforeAfterProps['of'] }) {
  const { by, differences, same, isMore, lines, failure, at } = view;
  return (
    <div className="space-y-1 text-13">
      {differences && differences.length > 0 && (
        <Differences differences={differences} of={of} testId="differences" />
      )}
      {differences?.length === 0 && <p>{say(isMore ? 'reading.elsewhere' : 'reading.unchanged')}</p>}
      {differences && same > 0 && <p className="text-muted">{say('reading.same', { count: same })}</p>}
      {by === 'kept' && isMore && <p className="text-muted">{say('reading.more')}</p>}
      {!differences && <Alone view={view} />}
      {failure !== null && (
        <p className="break-words text-ink-2">
          {sayWith('reading.failed', { why: () => <ShownText text={failure} /> })}
        </p>
      )}
      {lines && <Lines lines={lines} />}
      {by === 'read' && at !== null && failure === null && (
        <p className="text-muted">{sayWith('reading.at', { when: () => <Moment iso={at} sentence /> })}</p>
      )}
    </div>
  );
}

/** Nothing can be compared: what is known, and what is not. */
function Alone({ view: { lines, at, failure } }: { view: ReadingView }) {
  if (failure !== null) return lines && <p>{say('reading.only-before')}</p>;
  if (at !== null) return <p>{say('reading.only-after')}</p>;
  return <p>{say(lines ? 'reading.not-yet' : 'reading.nothing')}</p>;
}

function Lines({ lines }: { lines: NonNullable<ReadingView['lines']> }) {
  return (
    <dl className="min-w-0">
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change; one is its place
        <div key={place} className="flex flex-wrap gap-x-3 py-0.5">
          <dt className="w-[150px] min-w-0 shrink-0 break-words text-muted max-md:w-full">
            <ShownText text={line.label} />
          </dt>
          <dd className="min-w-0 flex-1 break-words">
            <ShownText text={[line.value, line.amount ?? ''].join(' ').trim()} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
