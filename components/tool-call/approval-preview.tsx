'use client';
/** "What goes": what the tool's companion says exactly would go, one line per thing. */
import { Fragment } from 'react';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { LongText } from './long-text';
import { HiddenNote, ShownText } from './shown-text';
import { isLong } from './value-rows';
import { visibleString } from './visible-text';

type Lines = NonNullable<ApprovalView['preview']>['lines'];

interface ApprovalPreviewProps {
  lines: Lines;
  onOpened?: (what: string) => void;
  testId?: string;
}

const keyOf = (line: Lines[number], place: number) => `preview ${place} ${line.label}`;

/** What of a preview has to be opened before everything has been seen. */
export function foldedLines(lines: Lines): string[] {
  return lines.flatMap((line, place) => (isLong(line.value) ? [keyOf(line, place)] : []));
}

export function ApprovalPreview({ lines, onOpened, testId }: ApprovalPreviewProps) {
  if (lines.length === 0) {
    return (
      <p data-testid={testId} className="text-14 text-card-ink">
        Nothing that is there now.
      </p>
    );
  }
  return (
    <dl data-testid={testId}>
      {lines.map((line, place) => (
        <div key={keyOf(line, place)} className="flex flex-wrap gap-x-3 py-0.5 max-md:gap-x-2">
          <dt className="w-[120px] shrink-0 break-words text-14 text-card-ink-2 max-md:w-[90px]">
            <Label text={line.label} repeated={lines[place - 1]?.label === line.label} />
          </dt>
          <dd className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3 text-14 text-card-ink max-md:gap-x-2">
            <div className={`min-w-0 ${isReference(line.value) ? 'font-mono text-13 leading-5' : ''}`}>
              <LongText
                text={line.value}
                name={visibleString(line.label)}
                onOpened={() => onOpened?.(keyOf(line, place))}
                buttonClass="border-card-ink text-card-ink"
              />
            </div>
            {line.amount !== undefined && <Amount text={line.amount} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Sums in several currencies may stand on several lines, each of them whole. */
function Amount({ text }: { text: string }) {
  const [first = '', ...others] = text.split(' + ');
  return (
    <span className="ml-auto min-w-0 text-right font-mono text-13 tabular-nums leading-5">
      <Sum text={first} />
      {others.map((sum) => (
        <Fragment key={sum}>
          {' '}
          <Sum text={`+ ${sum}`} />
        </Fragment>
      ))}
    </span>
  );
}

function Sum({ text }: { text: string }) {
  return (
    <span className="inline-block max-w-full break-words">
      <ShownText text={text} />
    </span>
  );
}

/** A label that repeats the one above is said, but not drawn again. */
function Label({ text, repeated }: { text: string; repeated: boolean }) {
  return (
    <span className={repeated ? 'sr-only' : ''}>
      <ShownText text={text} />
      <HiddenNote text={text} />
    </span>
  );
}

/** `SO-2291` and the like. */
function isReference(value: string): boolean {
  return /^\S*\d\S*$/.test(value);
}
