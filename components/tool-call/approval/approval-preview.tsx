'use client';
import { LongText } from '@/components/shown/long-text';
import { calendarDay } from '@/components/shown/say-time';
import { AddressNote, HiddenNote, ShownText } from '@/components/shown/shown-text';
import { isLong } from '@/components/shown/table/value-rows';
import { visibleString } from '@/components/shown/visible-text';
import { say } from '@/components/words/say';
import type { ApprovalView } from '@/lib/approvals/approval-view';
/** "What goes": what, exactly, the tool's companion says would be affected, one line per item. */
import { amountWords } from './preview-words';

type Lines = NonNullable<ApprovalView['preview']>['lines'];

interface ApprovalPreviewProps {
  lines: Lines;
  onOpened?: (what: string) => void;
  testId?: string;
}

const keyOf = (line: Lines[number], place: number) => `preview ${place} ${line.label}`;

/** The folded parts of a preview that have to be opened before everything has been seen. */
export function foldedLines(lines: Lines): string[] {
  return lines.flatMap((line, place) => (isLong(line.value) ? [keyOf(line, place)] : []));
}

export function ApprovalPreview({ lines, onOpened, testId }: ApprovalPreviewProps) {
  if (lines.length === 0) {
    return (
      <p data-testid={testId} className="text-14 text-card-ink">
        {say('card.nothing-there')}
      </p>
    );
  }
  return (
    <dl data-testid={testId}>
      {lines.map((line, place) => (
        <div key={keyOf(line, place)} className="flex flex-wrap gap-x-3 py-0.5 max-md:gap-x-2">
          <dt
            className={`w-[128px] hyphens-auto shrink-0 break-words text-14 text-card-ink-2 ${hasLongWord(line.label) ? 'max-md:w-full' : 'max-md:w-[90px]'} ${reachesDown(lines, place) ? 'h-5' : ''}`}
          >
            <Label text={line.label} repeated={lines[place - 1]?.label === line.label} />
          </dt>
          <dd
            className={`flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3 text-14 text-card-ink max-md:gap-x-2 ${hasLongWord(line.label) ? 'max-md:ml-[98px]' : ''}`}
          >
            <Value line={line} onOpened={() => onOpened?.(keyOf(line, place))} />
            {line.amount !== undefined && <Amount text={line.amount} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Such a word would be broken, since not every browser can hyphenate German. On a phone it gets a line of its own. */
const hasLongWord = (label: string) => /[^\s-]{13}/.test(label);

/** A count, such as "3,596 transactions", on at most two or three lines. */
const SHORT_COUNT = /^\d[\p{L}\p{N}_ ,.]{0,23}$/u;

/** The later lines of a count may stand next to the rows that continue it, rather than push them down. */
function reachesDown(lines: Lines, place: number): boolean {
  const label = lines[place]?.label ?? '';
  if (!SHORT_COUNT.test(label)) return false;
  const beside = lines.slice(place + 1, place + linesOnPhones(label));
  return lines[place + 1]?.label === '' && beside.every((line) => line.label === '');
}

/** How many letters of a label fit on a line of a phone. */
const LETTERS = 12;

function linesOnPhones(label: string): number {
  let [count, used] = [1, 0];
  for (const { length } of label.split(' ')) {
    const isNext = used > 0 && used + 1 + length > LETTERS;
    if (isNext) count++;
    used = isNext || used === 0 ? length : used + 1 + length;
  }
  return count;
}

function Value({ line, onOpened }: { line: Lines[number]; onOpened: () => void }) {
  const [day, rest] = splitDay(line.value);
  const text = (
    <LongText
      text={rest}
      name={visibleString(line.label)}
      onOpened={onOpened}
      buttonClass="border-card-ink text-card-ink"
    />
  );
  if (day === null) {
    return <div className={`min-w-0 ${isReference(rest) ? 'font-mono text-13 leading-5' : ''}`}>{text}</div>;
  }
  return (
    <div className="flex min-w-0 gap-x-2.5">
      <time dateTime={day.iso} title={day.iso} className="min-w-[86px] shrink-0 tabular-nums">
        {day.words}
      </time>
      {rest !== '' && <div className="min-w-0">{text}</div>}
    </div>
  );
}

/** A day that makes up a value, or begins it: formatted for people, so that the eye finds what follows. */
function splitDay(value: string): [day: { iso: string; words: string } | null, rest: string] {
  const [whole = '', iso = ''] = /^(\d{4}-\d{2}-\d{2})(?: |$)/.exec(value) ?? [];
  const words = iso === '' ? null : calendarDay(iso);
  return words === null ? [null, value] : [{ iso, words }, value.slice(whole.length)];
}

/** Amounts in several currencies are listed below each other, and never added up. */
function Amount({ text }: { text: string }) {
  return (
    <span className="ml-auto min-w-0 text-right font-mono text-13 tabular-nums leading-5">
      {amountWords(text)
        .split(' + ')
        .map((sum) => (
          <span key={sum} className="block break-words">
            <ShownText text={sum} />
          </span>
        ))}
    </span>
  );
}

/** A repeated label is read out, but not drawn again. */
function Label({ text, repeated }: { text: string; repeated: boolean }) {
  return (
    <span className={repeated ? 'sr-only' : ''}>
      <ShownText text={text} />
      <HiddenNote text={text} />
      <AddressNote text={text} />
    </span>
  );
}

/** `SO-2291` and the like. */
function isReference(value: string): boolean {
  return /^\S*\d\S*$/.test(value);
}
