'use client';
/** In the inbox: a call whose outcome is unknown, with its conversation; settled, what was said. */
import { useEffect } from 'react';
import type { DoubtHandlers } from '@/components/api/resolve-doubt';
import { ShownText } from '@/components/shown/shown-text';
import { resolutionWords } from '@/components/tool-call/doubt/doubt-words';
import { DoubtCard } from '@/components/tool-call/loaded-apart';
import { About } from './about';
import type { ShownDoubt } from './shown-doubts';

export interface DoubtEntryProps {
  shown: ShownDoubt;
  viewer: { id: string; name: string };
  handlers: DoubtHandlers;
}

export function DoubtEntry({ shown: { doubt, settled }, viewer, handlers }: DoubtEntryProps) {
  useEffect(() => {
    void DoubtCard.prepare();
  }, []);
  return (
    <li data-testid="doubt-entry">
      <About about={doubt} viewer={viewer} />
      {settled ? (
        <p role="status" className="rounded-table border bg-raised px-3.5 py-2.5 text-13 text-ink-2">
          {settled.as ? (
            <ShownText
              text={resolutionWords({ ...doubt, resolution: settled.as, resolvedBy: viewer }, viewer.id)}
            />
          ) : (
            'Somebody has said what became of this call.'
          )}
        </p>
      ) : (
        <DoubtCard doubt={doubt} isPast={doubt.isPast} mode={doubt.context.mode} handlers={handlers} />
      )}
    </li>
  );
}
