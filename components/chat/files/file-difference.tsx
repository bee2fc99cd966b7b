'use client';
/** One file that a chat has changed: its row, which opens to the diff. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { ShownPath, ShownText } from '@/components/shown/shown-text';
import { ScrollBox } from '@/components/shown/table/scroll-box';
import { visibleString } from '@/components/shown/visible-text';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';

export interface ChangedFile {
  path: string;
  kind: 'added' | 'changed' | 'deleted';
  diff?: { added: number; removed: number; text: string; notShown?: number };
}

const KIND = { added: 'folder.added', changed: 'folder.edited', deleted: 'folder.deleted' } as const;
const LOOKS: Record<string, string> = {
  '+': 'border-done',
  '-': 'border-failed',
  '@': 'border-transparent text-muted',
};
const SAID = { '+': 'diff.added', '-': 'diff.removed' } as const;

export function FileDifference({ file: { path, kind, diff } }: { file: ChangedFile }) {
  const [open, setOpen] = useState(false);
  const region = useId();
  const name = visibleString(path);
  return (
    <div className="mt-2 min-w-0 overflow-hidden rounded-control border border-line">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? region : undefined}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 w-full flex-wrap items-center gap-x-2 px-2.5 py-1 text-left text-13 hover:bg-hover md:min-h-9"
      >
        <Icon of={open ? ChevronDown : ChevronRight} className="shrink-0 text-muted" />
        <span className="min-w-0 flex-1 break-words font-mono max-md:basis-[calc(100%-1.5rem)] [overflow-wrap:anywhere]">
          <ShownPath text={path} />
        </span>
        <span className="text-muted max-md:ml-6">{say(KIND[kind])}</span>
        {diff && (
          <span className="font-mono tabular-nums">
            <span className="sr-only">{say('diff.counts', diff)}</span>
            <span aria-hidden>
              <span className="text-done">{`+${diff.added}`}</span>{' '}
              <span className="text-failed">{`−${diff.removed}`}</span>
            </span>
          </span>
        )}
      </button>
      {open && (
        <ScrollBox id={region} name={name} className="max-h-96 overflow-y-auto border-line border-t">
          {diff ? <Lines {...diff} /> : <p className="p-2.5 text-13 text-muted">{say('folder.no-diff')}</p>}
        </ScrollBox>
      )}
    </div>
  );
}

function Lines({ text, notShown = 0 }: NonNullable<ChangedFile['diff']>) {
  return (
    <div className="py-1 font-mono text-12">
      {text.split('\n').map((line, place) => {
        const mark = line.charAt(0);
        const said = mark === '+' || mark === '-' ? SAID[mark] : undefined;
        return (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the difference
            key={place}
            className={`whitespace-pre-wrap border-l-[3px] px-2 [overflow-wrap:anywhere] ${LOOKS[mark] ?? 'border-transparent'}`}
          >
            {said && <span className="sr-only">{say(said)} </span>}
            <ShownText text={line} />
          </div>
        );
      })}
      {notShown > 0 && <p className="px-2.5 py-1 text-muted">{say('diff.not-shown', { count: notShown })}</p>}
    </div>
  );
}
