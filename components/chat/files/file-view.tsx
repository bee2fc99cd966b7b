'use client';
/** A workspace file in the tree: its name, which opens to its contents, read-only. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { ShownText } from '@/components/shown/shown-text';
import { ScrollBox } from '@/components/shown/table/scroll-box';
import { visibleString } from '@/components/shown/visible-text';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';
import { loadLines } from './load-lines';
import { usePieces } from './use-pieces';

export function FileView({ name, path }: { name: string; path: string }) {
  const [open, setOpen] = useState(false);
  const region = useId();
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? region : undefined}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 w-full min-w-0 items-center gap-2 rounded-control text-left font-mono text-13 text-ink-2 hover:bg-hover md:min-h-7"
      >
        <Icon of={open ? ChevronDown : ChevronRight} className="shrink-0 text-muted" />
        <span className="min-w-0 break-words [overflow-wrap:anywhere]">
          <ShownText text={name} />
        </span>
      </button>
      {open && <Contents id={region} path={path} />}
    </>
  );
}

function Contents({ id, path }: { id: string; path: string }) {
  const { items: lines, more, problem } = usePieces((offset?: number) => loadLines(path, offset));
  return (
    <ScrollBox
      id={id}
      name={visibleString(path)}
      className="mb-2 ml-6 max-h-96 overflow-auto rounded-control border border-line py-1"
    >
      {lines?.map(({ nth, text }) => (
        <div key={nth} className="flex gap-3 px-2 font-mono text-12">
          <span aria-hidden className="w-8 shrink-0 select-none text-right text-muted tabular-nums">
            {nth}
          </span>
          <span className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
            <ShownText text={text} />
          </span>
        </div>
      ))}
      {lines?.length === 0 && <p className="px-2.5 text-13 text-muted">{say('folder.empty')}</p>}
      {problem !== '' && (
        <p role="alert" className="px-2.5 py-1 text-13 text-failed">
          {problem}
        </p>
      )}
      {more && (
        <button
          type="button"
          onClick={more}
          className="min-h-11 px-2.5 text-13 text-muted underline md:min-h-7"
        >
          {say('folder.more')}
        </button>
      )}
    </ScrollBox>
  );
}
