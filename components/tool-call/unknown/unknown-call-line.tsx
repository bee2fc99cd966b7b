'use client';
/** The line of a call whose outcome was unknown: who resolved it, how and when. */
import { Check, CircleQuestionMark, type LucideIcon, RotateCw } from 'lucide-react';
import type { RefObject } from 'react';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { say } from '@/components/words/say';
import type { Resolution, UnknownCallView } from '@/lib/unknowns/unknown-call-view';
import { nameOf } from '../call-name';
import { UnknownCallContent } from '../cards-apart';
import { FoldedLine } from '../folded-line';
import { resolutionWords } from './unknown-call-words';

interface UnknownCallLineProps {
  unknownCall: UnknownCallView & { resolution: Resolution };
  viewer: { id: string };
  /** It has run since, as that person decided. */
  done: boolean;
  opener: RefObject<HTMLButtonElement | null>;
}

const MARKS: Record<Resolution, LucideIcon> = { happened: Check, rerun: RotateCw, left: CircleQuestionMark };

export function UnknownCallLine({ unknownCall, viewer, done, opener }: UnknownCallLineProps) {
  return (
    <FoldedLine
      testId="doubt-resolution"
      mark={MARKS[unknownCall.resolution]}
      done={unknownCall.resolution === 'rerun' && done}
      name={say('doubt.line', { name: visibleString(nameOf(unknownCall)) })}
      opener={opener}
      text={
        <span className="font-medium text-ink">
          <ShownText text={resolutionWords(unknownCall, viewer.id)} />
        </span>
      }
      at={unknownCall.resolvedAt ?? unknownCall.sentAt}
    >
      <UnknownCallContent unknownCall={unknownCall} />
    </FoldedLine>
  );
}
