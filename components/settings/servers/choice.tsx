'use client';
/** One of a server's names, from a list. */
import { useId } from 'react';
import { visibleString } from '@/components/shown/visible-text';

interface ChoiceProps {
  label: string;
  value: string;
  /** The label for choosing nothing; absent: a choice is required. */
  none?: string;
  options: readonly string[];
  onChange(value: string): void;
}

export function Choice({ label, value, none, options, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <p>
      <label htmlFor={id} className="mb-1 block font-medium text-12 text-muted">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-10 w-full min-w-0 rounded-control border border-edge bg-page px-3 text-14 text-ink max-md:h-11 max-md:text-16"
      >
        {none !== undefined && <option value="">{none}</option>}
        {options.map((option) => (
          <option key={option} value={option}>
            {visibleString(option)}
          </option>
        ))}
      </select>
    </p>
  );
}
