'use client';
/** What the record is asked for. Days are the reader's own. */
import { type FormEvent, type ReactNode, useId, useRef } from 'react';
import { ownWords } from '@/components/words/own-words';
import { say } from '@/components/words/say';
import { SOUGHT_KINDS } from '@/lib/receipts/receipt-view';
import { Button } from '../ui/button';
import { classes } from '../ui/classes';
import { kindWords } from './receipt-words';
import type { Filters } from './use-receipts';

export interface OwnTool {
  server: string;
  name: string;
  title: string;
}

export interface ActivityFiltersProps {
  people: { id: string; name: string }[];
  /** May be found by their titles. */
  tools: OwnTool[];
  isLoading: boolean;
  onShow: (filters: Filters) => void;
}

const FIELD =
  'h-11 w-full min-w-0 rounded-control border border-edge bg-page px-2.5 text-14 text-ink md:h-10';

export function ActivityFilters({ people, tools, isLoading, onShow }: ActivityFiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  const toolsId = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = filtersOf(new FormData(event.currentTarget));
    onShow({ ...wanted, tool: nameOf(wanted.tool, tools) });
  };
  const clear = () => {
    form.current?.reset();
    onShow({});
  };
  return (
    <search aria-label={say('place.activity')}>
      <form ref={form} onSubmit={submit}>
        <div className="grid grid-cols-2 gap-3 md:grid-cols-3">
          <FilterSelect name="kind" label={say('activity.kind')} all={say('activity.kind.all')}>
            {SOUGHT_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {kindWords(kind)}
              </option>
            ))}
          </FilterSelect>
          <FilterSelect name="person" label={say('activity.who')} all={say('activity.who.all')}>
            {people.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </FilterSelect>
          <Field
            name="tool"
            label={say('inbox.tool')}
            placeholder={say('activity.tool.example')}
            list={toolsId}
          />
          <datalist id={toolsId}>
            {tools.map(({ server, name, title }) => (
              <option key={`${server} ${name}`} value={name}>
                {ownWords({ server }, title)}
              </option>
            ))}
          </datalist>
          <Field name="chat" label={say('activity.chat')} placeholder={say('activity.chat.example')} />
          <Field name="from" label={say('activity.from')} type="date" />
          <Field name="to" label={say('activity.to')} type="date" />
        </div>
        <div className="mt-4 flex gap-2">
          <Button type="submit" look="act" disabled={isLoading}>
            {say('choice.show')}
          </Button>
          <Button look="plain" onClick={clear} disabled={isLoading}>
            {say('activity.clear')}
          </Button>
        </div>
      </form>
    </search>
  );
}

interface FieldProps {
  name: keyof Filters;
  label: string;
}

function Field({
  name,
  label,
  ...rest
}: FieldProps & { type?: string; placeholder?: string; list?: string }) {
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

function FilterSelect({ name, label, all, children }: FieldProps & { all: string; children: ReactNode }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-13 font-medium">
        {label}
      </label>
      <select id={id} name={name} className={classes(FIELD, 'pl-1.5')}>
        <option value="">{all}</option>
        {children}
      </select>
    </div>
  );
}

/** A tool by its name, which is also found by its title in the language of the page. */
function nameOf(said = '', tools: readonly OwnTool[]): string {
  const wanted = said.toLocaleLowerCase();
  const found = tools.find((one) => ownWords(one, one.title).toLocaleLowerCase() === wanted);
  return found?.name ?? said;
}

/** What the form says, as the server takes it. */
export function filtersOf(form: FormData): Filters {
  const of = (name: string) => String(form.get(name) ?? '').trim();
  return {
    ...{ kind: of('kind'), person: of('person'), tool: of('tool') },
    // A chat is named by its address, or by the end of it.
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
