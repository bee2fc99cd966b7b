'use client';
/** Fields of a record that have changed: each before and after. Names and values are data. */
import { LongText } from '@/components/shown/long-text';
import { HiddenNote, ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { ownLines } from '@/components/words/own-words';
import { say } from '@/components/words/say';
import type { Difference } from '@/lib/values/differences';

interface DifferencesProps {
  differences: readonly Difference[];
  /** Whose call it was. */
  of: { server: string; trusted: boolean };
  testId?: string;
  /** It is on the yellow card. */
  onCard?: true;
}

export function Differences({ differences, of, testId, onCard }: DifferencesProps) {
  const isOfSeveral = new Set(differences.map((one) => one.of)).size > 1;
  return (
    <ul
      data-testid={testId}
      className={`min-w-0 divide-y text-13 ${onCard ? 'divide-card-line text-card-ink' : 'divide-line'}`}
    >
      {differences.map((one, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change; one is its place
        <li key={place} className="flex flex-wrap gap-x-3 gap-y-0.5 py-1">
          <span
            className={`w-[150px] min-w-0 shrink-0 break-words max-md:w-full ${onCard ? 'text-card-ink-2' : 'text-muted'}`}
          >
            <Label difference={one} of={of} isOfSeveral={isOfSeveral} />
          </span>
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
            <Side text={saidOf(one, one.before, of)} name={say('reading.before')} looks="line-through" />
            <span aria-hidden>→</span>
            <Side text={saidOf(one, one.after, of)} name={say('reading.after')} looks="font-medium" />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Label({
  difference,
  of,
  isOfSeveral,
}: {
  difference: Difference;
  of: DifferencesProps['of'];
  isOfSeveral: boolean;
}) {
  const [line] = ownLines(of, [{ label: difference.label, value: '' }]);
  const label = line?.label || say('call.value');
  const words =
    isOfSeveral && difference.of ? say('reading.field-of', { of: difference.of, field: label }) : label;
  return (
    <>
      <ShownText text={words} />
      <HiddenNote text={words} />
    </>
  );
}

/** A state in our own tools' results is shown in the words of the page; what people wrote stays as it is. */
function saidOf({ label }: Difference, value: string | null, of: DifferencesProps['of']): string | null {
  return value === null ? null : (ownLines(of, [{ label, value }])[0]?.value ?? value);
}

/** Also says "before" or "after", for readers who do not see colours and strike-through. */
function Side({ text, name, looks }: { text: string | null; name: string; looks: string }) {
  return (
    <span className="min-w-0 break-words">
      <span className="sr-only">{name}: </span>
      {text === null || text === '' ? (
        <span className="italic">{say(text === null ? 'reading.not-there' : 'reading.empty')}</span>
      ) : (
        <span className={text.length > 80 ? '' : looks}>
          <LongText text={text} name={visibleString(name)} />
        </span>
      )}
    </span>
  );
}
