'use client';
/** The order of a table's rows, for when its head is not visible: by which column, and in which direction. */
import { ArrowDown, ArrowUp } from 'lucide-react';
import { say } from '@/components/words/say';
import { visibleString } from '../visible-text';

interface SortByProps {
  /** Of the columns. */
  names: readonly string[];
  /** The index of the column that the rows are ordered by; null: none. */
  place: number | null;
  descending: boolean;
  onPlace(place: number | null): void;
  onTurn(): void;
}

const CONTROL = 'h-8 rounded-control border border-edge bg-page text-13 text-ink max-md:h-11';

export function SortBy({ names, place, descending, onPlace, onTurn }: SortByProps) {
  const Arrow = descending ? ArrowDown : ArrowUp;
  const way = say(descending ? 'results.table.falling' : 'results.table.rising');
  return (
    <div className="hidden min-w-0 flex-1 basis-44 gap-1 stacked:flex">
      <select
        aria-label={say('results.table.sort-by')}
        value={place ?? ''}
        onChange={({ target }) => onPlace(target.value === '' ? null : Number(target.value))}
        className={`${CONTROL} min-w-0 flex-1 px-2`}
      >
        <option value="">{say('results.table.order')}</option>
        {names.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place, and names may repeat
          <option key={at} value={at}>
            {say('results.table.by', { column: visibleString(name) })}
          </option>
        ))}
      </select>
      {place !== null && (
        <button
          type="button"
          aria-label={say('results.table.turn', { way })}
          title={way}
          onClick={onTurn}
          className={`${CONTROL} flex w-8 shrink-0 items-center justify-center max-md:w-11`}
        >
          <Arrow aria-hidden size={14} strokeWidth={1.75} />
        </button>
      )}
    </div>
  );
}
