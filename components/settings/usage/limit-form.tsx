'use client';
/** The form by which an admin sets a limit: for whom, of what, the limit itself and the warning before it. */
import { type FormEvent, useId, useState } from 'react';
import { type Outcome, OutcomeLine } from '@/components/api/use-act';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { useEarly } from '@/components/ui/use-early';
import { say } from '@/components/words/say';
import {
  isLate,
  isMoney,
  isOfPeople,
  LIMIT_KINDS,
  type LimitKind,
  type LimitView,
} from '@/lib/limits/usage-view';
import { figureIn } from './figure-in';
import { changed, type Draft, filled, firstDraft, settled } from './limit-draft';
import { currenciesOf, MoneyCounts, type PricedModel } from './money-counts';
import { figureWords, moneyWords } from './usage-sums';

interface LimitFormProps {
  /** The limits in force. */
  limits: readonly LimitView[];
  people: readonly { id: string; name: string }[];
  /** Models that can answer. */
  models: readonly PricedModel[];
  isBusy: boolean;
  /** The outcome of setting one. */
  outcome: Outcome | null;
  /** @returns whether it was set */
  onSet(limit: LimitView): Promise<boolean>;
}

/** The limit that it describes; `undefined`: a figure that cannot be read reliably. */
function saidIn({ whose, chosen, soft, hard, currency }: Draft) {
  const kinds = LIMIT_KINDS.filter((one) => whose !== 'team' || !isOfPeople(one));
  const what = kinds.find((one) => one === chosen) ?? 'tokens_day';
  const figures = {
    // A limit on concurrent answers has no warning.
    soft: what === 'runs' ? null : figureIn(soft, isMoney(what)),
    hard: figureIn(hard, isMoney(what)),
  };
  return { kinds, whose, what, ...figures, currency: isMoney(what) ? currency : null };
}

export function LimitForm({ limits, people, models, isBusy, outcome, onSet }: LimitFormProps) {
  const unclear = useId();
  const currencies = currenciesOf(models, limits);
  const [draft, setDraft] = useState(() => firstDraft(limits, currencies[0] ?? ''));
  const [seen, setSeen] = useState(limits);
  if (seen !== limits) {
    // A limit was set or removed: figures no longer in force must not stay here.
    setSeen(limits);
    setDraft(filled(limits, draft));
  }
  const { kinds: _, soft, hard, ...rest } = saidIn(draft);
  const isUnclear = soft === undefined || hard === undefined;
  const isNothing = soft === null && hard === null;
  const isAbove = !isUnclear && isLate({ soft, hard });
  const mayNot = isUnclear || isNothing || isAbove;
  const set = async (event: FormEvent) => {
    event.preventDefault();
    if (mayNot) return;
    if (await onSet({ ...rest, soft, hard })) setDraft(settled);
  };
  return (
    <form onSubmit={set} className="mt-6 rounded-table border bg-raised px-4 py-4">
      <h4 className="font-semibold text-14">{say('limits.form')}</h4>
      <p className="mt-1 max-w-prose text-13 text-muted">{say('limits.form.about')}</p>
      <Fields
        draft={draft}
        people={people}
        currencies={currencies}
        unclear={unclear}
        onPut={(put) => setDraft((before) => changed(limits, before, { ...before, ...put }))}
      />
      {isMoney(rest.what) && <MoneyCounts models={models} currency={draft.currency} />}
      <p id={unclear} role="status" className="mt-3 text-13 text-failed empty:hidden">
        {isUnclear && unclearWords(rest.what)}
        {isAbove && say('limits.soft-above')}
      </p>
      <Button type="submit" look="act" disabled={isBusy || mayNot} className="mt-4 max-md:w-full">
        {say('limits.save')}
      </Button>
      <OutcomeLine outcome={outcome} />
    </form>
  );
}

interface FieldsProps extends Pick<LimitFormProps, 'people'> {
  draft: Draft;
  currencies: readonly string[];
  /** Id of the message about a figure that cannot be read. */
  unclear: string;
  onPut(put: Partial<Draft>): void;
}

function Fields({ draft, people, currencies, unclear, onPut }: FieldsProps) {
  const { kinds, what, soft, hard } = saidIn(draft);
  const put = (name: keyof Draft) => (value: string) => onPut({ [name]: value });
  const figure = (name: 'hard' | 'soft', value: number | null | undefined) => (
    <TextField
      label={say(`limits.${name}`)}
      value={draft[name]}
      onChange={put(name)}
      inputMode="decimal"
      maxLength={18}
      autoComplete="off"
      {...(value === undefined && { 'aria-invalid': true, 'aria-describedby': unclear })}
    />
  );
  return (
    <div className="mt-3 grid gap-4 md:grid-cols-2">
      <Choice
        label={say('limits.whose')}
        value={draft.whose}
        onChange={put('whose')}
        options={whoseIn(people)}
      />
      <Choice
        label={say('limits.what')}
        value={what}
        onChange={put('chosen')}
        options={kinds.map((one) => [one, say(`limits.what.${one}`)])}
      />
      {figure('hard', hard)}
      {what !== 'runs' && figure('soft', soft)}
      {isMoney(what) && (
        <Choice
          label={say('limits.currency')}
          value={draft.currency}
          onChange={put('currency')}
          options={currencies.map((one) => [one, one])}
        />
      )}
    </div>
  );
}

/** With an example in the reader's format. */
function unclearWords(what: LimitKind): string {
  if (isMoney(what)) return say('limits.no-money', { money: moneyWords(12_500_000, '').trim() });
  return say('limits.no-figure', { figure: figureWords(250_000) });
}

const whoseIn = (people: LimitFormProps['people']): [string, string][] => [
  ['team', say('limits.whose.team')],
  ['each', say('limits.whose.each')],
  ...people.map(({ id, name }): [string, string] => [id, visibleString(name)]),
];

interface ChoiceProps {
  label: string;
  value: string;
  options: [value: string, words: string][];
  onChange(value: string): void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const field = useEarly<HTMLSelectElement>(value, onChange);
  return (
    <label className="flex min-w-0 flex-col gap-2 font-medium text-13">
      {label}
      <select
        {...field}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 w-full rounded-control border border-edge bg-page px-3 font-normal text-16 text-ink"
      >
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
