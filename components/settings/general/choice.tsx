'use client';
/** One of a few options, side by side: the only kind of control for settings with named options. */
import { useState } from 'react';
import { classes } from '@/components/ui/classes';

interface ChoiceProps<Option extends string> {
  label: string;
  /** Of the radio buttons. */
  name: string;
  /** As of when the page was rendered; a choice takes effect at once. */
  chosen: Option;
  options: readonly (readonly [Option, string])[];
  onChoose: (option: Option) => void;
}

export function Choice<Option extends string>(props: ChoiceProps<Option>) {
  const { label, name, chosen: initial, options, onChoose } = props;
  const [chosen, setChosen] = useState({ initial, now: initial });
  // A choice made elsewhere on the page, such as the theme in the top bar, counts here, too.
  const now = chosen.initial === initial ? chosen.now : initial;
  return (
    <fieldset className="mt-4">
      <legend className="font-medium text-13">{label}</legend>
      <div className="mt-2 inline-flex flex-wrap gap-1 rounded-control border bg-soft p-1">
        {options.map(([option, words]) => (
          <label
            key={option}
            className={classes(
              'relative flex h-11 cursor-pointer items-center rounded-badge px-4 text-14 md:h-8',
              'has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2',
              now === option ? 'bg-chosen font-medium text-ink' : 'text-ink-2 hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option}
              checked={now === option}
              onChange={() => {
                setChosen({ initial, now: option });
                onChoose(option);
              }}
              className="sr-only"
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
