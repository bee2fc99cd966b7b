'use client';
/** The form by which an admin sets a limit: for whom, of what, where it ends and from where it is told. */
import { type FormEvent, useState } from 'react';
import { visibleString } from '@/components/shown/visible-text';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { say } from '@/components/words/say';
import { isMoney, isOfPeople, LIMIT_KINDS, type LimitKind, type LimitView } from '@/lib/limits/usage-view';

interface LimitFormProps {
  people: readonly { id: string; name: string }[];
  isBusy: boolean;
  onSet(limit: LimitView): void;
}

const MILLIONTHS = 1_000_000;

/** Nothing: no figure was written. */
function valueIn(words: string, what: LimitKind): number | null {
  const value = Number(words.trim().replace(',', '.'));
  if (words.trim() === '' || !Number.isFinite(value) || value < 0) return null;
  return Math.round(value * (isMoney(what) ? MILLIONTHS : 1));
}

export function LimitForm({ people, isBusy, onSet }: LimitFormProps) {
  const [whose, setWhose] = useState('each');
  const [chosen, setChosen] = useState<LimitKind>('tokens_day');
  const [soft, setSoft] = useState('');
  const [hard, setHard] = useState('');
  const [currency, setCurrency] = useState('USD');
  const kinds = LIMIT_KINDS.filter((one) => whose !== 'team' || !isOfPeople(one));
  const what = kinds.find((one) => one === chosen) ?? 'tokens_day';
  const limit = {
    ...{ whose, what, soft: valueIn(soft, what), hard: valueIn(hard, what) },
    currency: isMoney(what) ? currency : null,
  };
  const set = (event: FormEvent) => {
    event.preventDefault();
    onSet(limit);
  };
  const figure = { inputMode: 'decimal', maxLength: 18 } as const;
  const isNothing = limit.soft === null && limit.hard === null;
  return (
    <form onSubmit={set} className="mt-6 rounded-table border bg-raised px-4 py-4">
      <h4 className="font-semibold text-14">{say('limits.form')}</h4>
      <div className="mt-3 grid gap-4 md:grid-cols-2">
        <Choice label={say('limits.whose')} value={whose} onChange={setWhose} options={whoseIn(people)} />
        <Choice
          label={say('limits.what')}
          value={what}
          onChange={(value) => setChosen(kinds.find((one) => one === value) ?? what)}
          options={kinds.map((one) => [one, say(`limits.what.${one}`)])}
        />
        <TextField label={say('limits.hard')} value={hard} onChange={setHard} {...figure} />
        <TextField label={say('limits.soft')} value={soft} onChange={setSoft} {...figure} />
        {isMoney(what) && (
          <TextField
            label={say('limits.currency')}
            maxLength={3}
            pattern="[A-Z]{3}"
            value={currency}
            onChange={(words) => setCurrency(words.toUpperCase())}
          />
        )}
      </div>
      <Button type="submit" look="act" disabled={isBusy || isNothing} className="mt-4 max-md:w-full">
        {say('limits.save')}
      </Button>
    </form>
  );
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
  return (
    <label className="flex min-w-0 flex-col gap-2 font-medium text-13">
      {label}
      <select
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
