'use client';
/** The search field above the chats: while it has text, the results replace the list. */
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';

export interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** The results below it. */
  results: RefObject<HTMLElement | null>;
}

export function SearchField({ value, onChange, results }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEarlyWords(field, onChange);
  const first = () => results.current?.querySelector('a');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || value === '') return;
    if (event.key === 'Escape') onChange('');
    else if (event.key === 'ArrowDown') first()?.focus();
    else if (event.key === 'Enter') first()?.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const clear = () => {
    onChange('');
    field.current?.focus();
  };
  return (
    <search className="relative mt-1 block">
      <Icon
        of={Search}
        className="pointer-events-none absolute left-2.5 top-1/2 -translate-y-1/2 text-muted"
      />
      <input
        ref={field}
        type="search"
        data-chat-search=""
        aria-label={say('finding.search')}
        placeholder={say('finding.search')}
        autoComplete="off"
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-11 w-full rounded-control border border-edge bg-page pl-9 pr-9 text-16 text-ink placeholder:text-muted md:h-[34px] md:text-13 [&::-webkit-search-cancel-button]:hidden"
      />
      {value !== '' && (
        <button
          type="button"
          aria-label={say('finding.clear')}
          onClick={clear}
          className="absolute right-0 top-0 flex size-11 items-center justify-center rounded-control text-muted hover:text-ink md:size-[34px]"
        >
          <Icon of={X} />
        </button>
      )}
    </search>
  );
}

/** What was typed before hydration counts as well. */
function useEarlyWords(field: RefObject<HTMLInputElement | null>, onChange: (value: string) => void): void {
  const take = useRef(onChange);
  useEffect(() => {
    const early = field.current?.value;
    if (early) take.current(early);
  }, [field]);
}
