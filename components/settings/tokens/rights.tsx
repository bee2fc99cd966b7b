'use client';
/** Which of the person's rights another client gets, and for how long. */
import { useState } from 'react';
import { useEarly } from '@/components/ui/use-early';
import { say } from '@/components/words/say';
import { TOKEN_DAYS, type TokenDays } from '@/lib/outside/token-view';
import { entityWord, scopeRows } from './tokens-words';

/** @param first ticked from the beginning */
export function useGiven(first: readonly string[]) {
  const [given, setGiven] = useState(() => new Set(first));
  const toggle = (scope: string) =>
    setGiven((before) => {
      const after = new Set(before);
      if (!after.delete(scope)) after.add(scope);
      return after;
    });
  return { given, toggle, startAnew: () => setGiven(new Set(first)) };
}

interface DaysProps {
  label: string;
  days: TokenDays;
  onChange(days: TokenDays): void;
}

export function Days({ label, days, onChange }: DaysProps) {
  const choose = (value: string) => onChange(Number(value) as TokenDays);
  const field = useEarly<HTMLSelectElement>(days, choose);
  return (
    <label className="flex flex-col gap-2 font-medium text-13">
      {label}
      <select
        {...field}
        value={days}
        onChange={(event) => choose(event.target.value)}
        className="h-11 rounded-control border border-edge bg-page px-3 font-normal text-16 text-ink"
      >
        {TOKEN_DAYS.map((one) => (
          <option key={one} value={one}>
            {say(`tokens.days.${one}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface RightsProps {
  legend: string;
  /** Scopes that may be given. */
  scopes: readonly string[];
  given: ReadonlySet<string>;
  onToggle(scope: string): void;
}

export function Rights({ legend, scopes, given, onToggle }: RightsProps) {
  const tick = (entity: string, right: 'read' | 'write', words: string) => (
    <label className="flex min-h-8 items-center gap-2 text-13 text-ink-2 max-md:min-h-11">
      <input
        type="checkbox"
        className="size-4 accent-act max-md:size-5"
        aria-label={`${words} ${entityWord(entity)}`}
        checked={given.has(`${entity}.${right}`)}
        onChange={() => onToggle(`${entity}.${right}`)}
      />
      {words}
    </label>
  );
  return (
    <fieldset className="mt-4">
      <legend className="font-medium text-13">{legend}</legend>
      {/* As many columns as there is room for the longest row; if there is no room for one, its boxes go below its
          words. */}
      <ul className="mt-1.5 grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-x-8">
        {scopeRows(scopes).map(({ entity, read, write }) => (
          <li key={entity} className="flex flex-wrap items-center gap-x-4 border-line border-b">
            <span className="min-w-0 flex-auto break-words text-14 capitalize">{entityWord(entity)}</span>
            <span className="ml-auto flex gap-x-4">
              {read && tick(entity, 'read', say('tokens.read'))}
              {write ? tick(entity, 'write', say('tokens.change')) : <NoBox words={say('tokens.change')} />}
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** As wide as a box with these words, so that the boxes before it are below each other. */
function NoBox({ words }: { words: string }) {
  return (
    <span aria-hidden="true" className="invisible flex items-center gap-2 text-13">
      <span className="size-4 max-md:size-5" />
      {words}
    </span>
  );
}
