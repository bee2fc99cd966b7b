'use client';
/**
 * How long a card waits. The typed text is local: it is sent when the field is left or Enter is pressed, and stays
 * until then whatever others set meanwhile.
 */
import { useId, useState } from 'react';
import { say } from '@/components/words/say';
import { LONGEST_OPEN_FOR } from '@/lib/rules/policy-rules';
import { hoursOf } from './policy-words';

interface HoursFieldProps {
  label: string;
  /** The value that is set; null: none. */
  stored: number | null;
  /** The value that applies while none is set. */
  usual: number;
  onChange(hours: number | null): void;
}

export function HoursField({ label, stored, usual, onChange }: HoursFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const complaint = useId();
  const read = typed === null ? null : hoursOf(typed);
  const [isRefused, setRefused] = useState(false);
  const end = () => {
    if (!read) return;
    setRefused(!read.ok);
    if (!read.ok) return;
    setTyped(null);
    if (read.hours !== stored) onChange(read.hours);
  };
  const leave = () => {
    setTyped(null);
    setRefused(false);
  };
  return (
    <div className="@min-[46rem]:block">
      <span className="flex min-h-11 items-center justify-between gap-4 @min-[46rem]:min-h-8 @min-[46rem]:gap-1.5">
        <span aria-hidden className="whitespace-nowrap text-13 text-muted @min-[46rem]:hidden">
          {say('policy.open-for')}
        </span>
        <span className="flex items-center gap-1.5 text-13 text-muted">
          <input
            type="text"
            inputMode="numeric"
            autoComplete="off"
            aria-label={label}
            aria-invalid={isRefused}
            aria-describedby={complaint}
            placeholder={String(usual)}
            value={typed ?? stored ?? ''}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={end}
            onKeyDown={(event) => {
              if (event.key === 'Enter') end();
              if (event.key === 'Escape') leave();
            }}
            className="h-11 w-16 rounded-control border border-edge bg-page px-2 text-right font-medium text-13 text-ink tabular-nums placeholder:font-normal placeholder:text-muted @min-[46rem]:h-8 @min-[46rem]:w-[46px]"
          />
          {say('policy.h')}
        </span>
      </span>
      <p
        id={complaint}
        role="alert"
        className="mt-1.5 text-12 text-failed empty:hidden @max-[46rem]:pb-2 @max-[46rem]:text-right"
      >
        {isRefused && !read?.ok && say('policy.hours', { most: LONGEST_OPEN_FOR })}
      </p>
    </div>
  );
}
