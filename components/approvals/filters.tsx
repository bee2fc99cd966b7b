'use client';
/** Filters the inbox by tool, person and server; the choice is kept in the address. */
import { ChevronDown } from 'lucide-react';
import { useWorkspace } from '@/components/shell/workspace';
import { serverWords } from '@/components/shown/server-words';
import { visibleString } from '@/components/shown/visible-text';
import { Icon } from '@/components/ui/icon';
import { useEarly } from '@/components/ui/use-early';
import { ownWords } from '@/components/words/own-words';
import { say } from '@/components/words/say';
import type { ApprovalFilterOptions } from '@/lib/approvals/approval-view';
import { addressOf, type Filter, type InboxSearch, searchAt } from './inbox-search';

interface FiltersProps {
  search: InboxSearch;
  choices: ApprovalFilterOptions;
}

export function Filters({ search: shown, choices }: FiltersProps) {
  const { goTo, isLeaving, path } = useWorkspace();
  // A choice made a moment ago is still navigating, and already counts.
  const search = (isLeaving && searchAt(path)) || shown;
  const named = (name: string) => ({ value: name, words: visibleString(serverWords(name)) });
  const choose = (filter: Filter) => (value: string) =>
    goTo(addressOf({ ...search, [filter]: value === '' ? undefined : value }));
  const tools = choices.tools.map((tool) => {
    const ours = choices.titles.find((one) => one.tool === tool);
    return { value: tool, words: ours ? ownWords(ours, ours.title) : visibleString(tool) };
  });
  const people = choices.people.map(({ id, name }) => ({ value: id, words: visibleString(name) }));
  return (
    <search aria-label={say('inbox.filters')} className="flex gap-2 max-md:w-full">
      <FilterSelect name={say('inbox.tool')} value={search.tool} choices={tools} onChange={choose('tool')} />
      <FilterSelect
        name={say('inbox.person')}
        value={search.person}
        choices={people}
        onChange={choose('person')}
      />
      <FilterSelect
        name={say('inbox.server')}
        value={search.server}
        choices={choices.servers.map(named)}
        onChange={choose('server')}
      />
    </search>
  );
}

interface FilterSelectProps {
  name: string;
  value: string | undefined;
  choices: { value: string; words: string }[];
  onChange: (value: string) => void;
}

function FilterSelect({ name, value = '', choices, onChange }: FilterSelectProps) {
  const field = useEarly<HTMLSelectElement>(value);
  // The value in the address may have disappeared from the list meanwhile.
  const isKnown = value === '' || choices.some((choice) => choice.value === value);
  return (
    <label className="relative flex h-11 min-w-0 items-center rounded-control border bg-raised pl-2.5 text-13 text-muted has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-ink has-[:focus-visible]:outline-offset-2 max-md:flex-1 max-md:pl-2 md:h-8">
      <span className="sr-only">{name}</span>
      <select
        {...field}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-full w-full min-w-0 max-w-44 cursor-pointer appearance-none truncate rounded-control bg-raised pr-7 font-medium text-ink outline-none max-md:max-w-none max-md:pr-[22px]"
      >
        <option value="">{name}</option>
        {!isKnown && <option value={value}>{visibleString(value)}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.words}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} className="pointer-events-none absolute right-2 max-md:right-1" />
    </label>
  );
}
