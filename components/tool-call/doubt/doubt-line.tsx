'use client';
/** The line of a call that was in doubt: who said what of it, and when. */
import { Check, CircleQuestionMark, type LucideIcon, RotateCw } from 'lucide-react';
import type { RefObject } from 'react';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import type { DoubtView, Resolution } from '@/lib/unknowns/doubt-view';
import { nameOf } from '../approval/approval-words';
import { FoldedLine } from '../folded-line';
import { DoubtContent } from './doubt-content';
import { resolutionWords } from './doubt-words';

interface DoubtLineProps {
  doubt: DoubtView & { resolution: Resolution };
  viewer: { id: string };
  /** It has run since, as that person decided. */
  done: boolean;
  opener: RefObject<HTMLButtonElement | null>;
}

const MARKS: Record<Resolution, LucideIcon> = { happened: Check, rerun: RotateCw, left: CircleQuestionMark };

export function DoubtLine({ doubt, viewer, done, opener }: DoubtLineProps) {
  return (
    <FoldedLine
      testId="doubt-resolution"
      mark={MARKS[doubt.resolution]}
      done={doubt.resolution === 'rerun' && done}
      name={`What was not known: ${visibleString(nameOf(doubt))}`}
      opener={opener}
      text={
        <span className="font-medium text-ink">
          <ShownText text={resolutionWords(doubt, viewer.id)} />
        </span>
      }
      at={doubt.resolvedAt ?? doubt.sentAt}
    >
      <DoubtContent doubt={doubt} />
    </FoldedLine>
  );
}
