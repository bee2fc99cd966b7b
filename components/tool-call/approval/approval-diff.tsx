'use client';
/** Changes to files, line by line: long diffs are folded and have to be seen before Confirm. */
import { useId, useState } from 'react';
import { SeenEnd } from '@/components/shown/seen-end';
import { HiddenNote, ShownPath, ShownText } from '@/components/shown/shown-text';
import { ScrollBox } from '@/components/shown/table/scroll-box';
import { visibleString } from '@/components/shown/visible-text';
import { say } from '@/components/words/say';
import type { ApprovalView } from '@/lib/approvals/approval-view';

type Diff = NonNullable<NonNullable<ApprovalView['preview']>['diffs']>[number];

/** How many lines are shown at once; below, how many of a longer diff. */
const MOST_LINES = 24;
const BEGINNING = 12;

const keyOf = (diff: Diff, place: number) => `diff ${place} ${diff.path}`;
const isLong = ({ text }: Diff) => text.split('\n').length > MOST_LINES;

/** The folded ones that have to be opened before everything has been seen. */
export function foldedDiffs(diffs: Diff[]): string[] {
  return diffs.flatMap((diff, place) => (isLong(diff) ? [keyOf(diff, place)] : []));
}

interface ApprovalDiffsProps {
  diffs: Diff[];
  onOpened?: ((what: string) => void) | undefined;
}

export function ApprovalDiffs({ diffs, onOpened }: ApprovalDiffsProps) {
  return diffs.map((diff, place) => (
    <OneDiff key={keyOf(diff, place)} diff={diff} onOpened={() => onOpened?.(keyOf(diff, place))} />
  ));
}

function OneDiff({ diff, onOpened }: { diff: Diff; onOpened: () => void }) {
  const { path, added, removed, text, notShown = 0 } = diff;
  const [open, setOpen] = useState(false);
  const region = useId();
  const lines = text === '' ? [] : text.split('\n');
  const name = say('diff.name', { path: visibleString(path), count: lines.length });
  return (
    <figure className="mt-2 overflow-hidden rounded-control border border-card-line">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3 border-card-line border-b px-2.5 py-1 text-13 text-card-ink">
        <span className="min-w-0 break-words font-mono">
          <ShownPath text={path} />
        </span>
        <Counts added={added} removed={removed} />
      </figcaption>
      {isLong(diff) && open ? (
        <ScrollBox focused id={region} name={name} className="max-h-96 overflow-y-auto">
          <Lines lines={lines} />
        </ScrollBox>
      ) : (
        <div id={region}>
          <Lines lines={isLong(diff) ? lines.slice(0, BEGINNING) : lines} />
        </div>
      )}
      {open && <SeenEnd onSeen={onOpened} />}
      <div className="px-2.5">
        <HiddenNote text={text} />
        {notShown > 0 && (
          <p className="py-1 font-medium text-12 text-card-ink">
            {say('diff.not-shown', { count: notShown })}
          </p>
        )}
        {isLong(diff) && (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={region}
            onClick={() => setOpen(!open)}
            className="my-1.5 min-h-7 rounded-badge border border-card-ink px-2.5 font-medium text-13 text-card-ink max-md:min-h-11"
          >
            {open ? say('text.less') : say('diff.show-all', { count: lines.length })}
          </button>
        )}
      </div>
    </figure>
  );
}

function Counts({ added, removed }: Pick<Diff, 'added' | 'removed'>) {
  return (
    <span className="font-medium font-mono tabular-nums">
      <span className="sr-only">{say('diff.counts', { added, removed })}</span>
      <span aria-hidden>
        <span className="text-done">{`+${added}`}</span> <span className="text-failed">{`−${removed}`}</span>
      </span>
    </span>
  );
}

interface LineLooks {
  mark: string;
  said: 'diff.added' | 'diff.removed' | null;
  look: string;
}

const LOOKS: Record<string, LineLooks> = {
  '+': { mark: '+', said: 'diff.added', look: 'border-done' },
  '-': { mark: '−', said: 'diff.removed', look: 'border-failed' },
  '@': { mark: '', said: null, look: 'border-transparent text-card-ink-2' },
  '\\': { mark: '', said: null, look: 'border-transparent text-card-ink-2' },
};
const SAME: LineLooks = { mark: '', said: null, look: 'border-transparent' };
const MARK_COLOR: Record<string, string> = { '+': 'text-done', '−': 'text-failed' };

/** Wrapped, never cut: what is confirmed must be visible. */
function Lines({ lines }: { lines: string[] }) {
  return (
    <div className="py-1 font-mono text-12 text-card-ink">
      {lines.map((line, place) => {
        const { mark, said, look } = LOOKS[line.charAt(0)] ?? SAME;
        const text = mark === '' && look !== SAME.look ? line : line.slice(1);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the difference
          <div key={place} className={`flex border-l-[3px] pr-2 ${look}`}>
            <span aria-hidden className={`w-5 shrink-0 text-center font-semibold ${MARK_COLOR[mark] ?? ''}`}>
              {mark}
            </span>
            <span className="min-w-0 flex-1 whitespace-pre-wrap break-words [overflow-wrap:anywhere]">
              {said !== null && <span className="sr-only">{say(said)} </span>}
              <ShownText text={text} />
            </span>
          </div>
        );
      })}
    </div>
  );
}
