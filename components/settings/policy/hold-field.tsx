'use client';
/** How long a confirmed call is held before it runs. */
import { ChevronDown } from 'lucide-react';
import { Icon } from '@/components/ui/icon';
import { openWithKeys } from '@/components/ui/open-with-keys';
import { useEarly } from '@/components/ui/use-early';
import { say } from '@/components/words/say';
import { holdOptions } from './policy-words';

interface HoldFieldProps {
  label: string;
  /** In seconds; null: it runs at once. */
  stored: number | null;
  /** It can have cards: without one there is nothing to hold. */
  mayAsk: boolean;
  onChange(seconds: number | null): void;
}

export function HoldField({ label, stored, mayAsk, onChange }: HoldFieldProps) {
  const field = useEarly<HTMLSelectElement>(stored ?? '');
  if (!mayAsk && stored === null) return <span className="hidden @min-[46rem]:block" />;
  return (
    <div className="flex @max-[46rem]:my-1.5 min-h-11 items-center justify-between gap-4 @min-[46rem]:min-h-8">
      <span aria-hidden className="whitespace-nowrap text-13 text-muted @min-[46rem]:hidden">
        {say('policy.hold')}
      </span>
      <span className="relative w-[152px] shrink-0 @min-[46rem]:w-full">
        <select
          {...field}
          aria-label={label}
          value={stored ?? ''}
          onKeyDown={openWithKeys}
          onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
          className={`h-11 w-full cursor-pointer appearance-none truncate rounded-control border border-edge bg-page pl-2.5 pr-7 text-13 @min-[46rem]:h-8 ${stored === null ? 'text-ink-2' : 'font-medium text-ink'}`}
        >
          {holdOptions(stored).map(({ seconds, words }) => (
            <option key={words} value={seconds ?? ''}>
              {words}
            </option>
          ))}
        </select>
        <Icon
          of={ChevronDown}
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-2 text-muted"
        />
      </span>
    </div>
  );
}
