'use client';
/** The filters of the record. Days are the reader's own. */
import { type FormEvent, useId, useRef } from 'react';
import { ownWords } from '@/components/words/own-words';
import { say, zoneOfPage } from '@/components/words/say';
import { Button } from '../ui/button';
import { classes } from '../ui/classes';
import { type KindGroup, kindGroups } from './kind-groups';
import { zonedIso } from './record-table';
import type { Filters } from './use-receipts';

export interface OwnTool {
  server: string;
  name: string;
  title: string;
}

export interface ActivityFiltersProps {
  people: { id: string; name: string }[];
  /** Tools that can be found by their titles. */
  tools: OwnTool[];
  /** Filters from the address: the form starts with them. */
  asked: Filters;
  onShow: (filters: Filters) => void;
}

const FIELD =
  'h-11 w-full min-w-0 rounded-control border border-edge bg-page px-2.5 text-14 text-ink md:h-10';

export function ActivityFilters({ people, tools, asked, onShow }: ActivityFiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  const toolsId = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = filtersOf(new FormData(event.currentTarget));
    onShow({ ...wanted, tool: nameOf(wanted.tool, tools) });
  };
  const clear = () => {
    // Clears the filters that came with the address, too, instead of returning to them.
    for (const field of form.current?.elements ?? []) {
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = '';
    }
    onShow({});
  };
  return (
    <search aria-label={say('place.activity')}>
      <form ref={form} onSubmit={submit}>
        <div className="grid grid-cols-2 gap-3 md:grid-cols-3">
          <FilterSelect
            name="kind"
            first={asked.kind}
            label={say('activity.kind')}
            all={say('activity.kind.all')}
            groups={kindGroups()}
          />
          <FilterSelect
            name="person"
            first={asked.person}
            label={say('activity.who')}
            all={say('activity.who.all')}
            choices={people.map(({ id, name }) => [id, name])}
          />
          <Field
            name="tool"
            label={say('inbox.tool')}
            defaultValue={asked.tool && titleOf(asked.tool, tools)}
            placeholder={say('activity.tool.example')}
            list={toolsId}
          />
          <datalist id={toolsId}>
            {tools.map(({ server, name }) => (
              <option key={`${server} ${name}`} value={titleOf(name, tools)}>
                {name}
              </option>
            ))}
          </datalist>
          <Field
            name="chat"
            label={say('activity.chat')}
            defaultValue={asked.chat}
            placeholder={say('activity.chat.example')}
          />
          <FilterSelect
            name="status"
            first={asked.status}
            label={say('activity.status')}
            all={say('activity.status.all')}
            choices={STATUSES.map((status) => [status, say(`activity.status.${status}`)])}
          />
          <Field name="from" label={say('activity.from')} type="date" defaultValue={dayIn(asked.from)} />
          <Field name="to" label={say('activity.to')} type="date" defaultValue={dayIn(asked.to)} />
        </div>
        <div className="mt-4 flex gap-2">
          <Button type="submit" look="act">
            {say('choice.show')}
          </Button>
          <Button look="plain" onClick={clear}>
            {say('activity.clear')}
          </Button>
        </div>
      </form>
    </search>
  );
}

/** How a call ended, by the words of the ledger. */
const STATUSES = ['success', 'error', 'unknown', 'abort'] as const;

interface FilterSelectProps extends FieldProps {
  first: string | undefined;
  all: string;
  choices?: KindGroup['choices'];
  groups?: readonly KindGroup[];
}

interface FieldProps {
  name: keyof Filters;
  label: string;
}

function Field({
  name,
  label,
  ...rest
}: FieldProps & { type?: string; placeholder?: string; list?: string; defaultValue?: string | undefined }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-13 font-medium">
        {label}
      </label>
      <input id={id} name={name} maxLength={200} autoComplete="off" className={FIELD} {...rest} />
    </div>
  );
}

function FilterSelect({ name, label, first, all, choices = [], groups = [] }: FilterSelectProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-13 font-medium">
        {label}
      </label>
      <select id={id} name={name} defaultValue={first} className={classes(FIELD, 'pl-1.5')}>
        <option value="">{all}</option>
        <Options choices={choices} />
        {groups.map(({ words, choices: inside }) => (
          <optgroup key={words} label={words}>
            <Options choices={inside} />
          </optgroup>
        ))}
      </select>
    </div>
  );
}

function Options({ choices }: Pick<KindGroup, 'choices'>) {
  return choices.map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ));
}

/** As people know it, in the language of the page; with its name behind that where another is called the same. */
function titleOf(name: string, tools: readonly OwnTool[]): string {
  const found = tools.find((one) => one.name === name);
  if (!found) return name;
  const title = ownWords(found, found.title);
  const isShared = tools.some((one) => one.name !== name && ownWords(one, one.title) === title);
  return isShared ? `${title} (${name})` : title;
}

/** The name by which the record knows what is called so; of what nobody here is called, the words themselves. */
function nameOf(said = '', tools: readonly OwnTool[]): string {
  const wanted = said.toLocaleLowerCase();
  const found = tools.find(({ name }) => titleOf(name, tools).toLocaleLowerCase() === wanted);
  return found?.name ?? said;
}

/** `2026-11-27`, the reader's day; empty if there is no filter. */
function dayIn(iso: string | undefined): string | undefined {
  return iso && zonedIso(iso, zoneOfPage()).slice(0, 10);
}

/** The form's values as the server takes them. */
export function filtersOf(form: FormData): Filters {
  const of = (name: string) => String(form.get(name) ?? '').trim();
  return {
    person: of('person'),
    tool: of('tool'),
    status: of('status'),
    // The ledger's outcome is in the receipt of the answer.
    kind: of('status') === '' ? of('kind') : of('kind') || 'answered',
    // A chat can be given by its address, or by the end of it.
    chat: of('chat')
      .replace(/[?#].*$/, '')
      .replace(/^.*\//, ''),
    from: dayOf(of('from'), 'T00:00:00.000'),
    to: dayOf(of('to'), 'T23:59:59.999'),
  };
}

function dayOf(day: string, time: string): string {
  const date = new Date(day + time);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
