'use client';
/** One argument of a form: its name, the schema's description, and the field that fits. */
import { useEffect, useId, useState } from 'react';
import { LongText } from '@/components/shown/long-text';
import { AddressNote, ShownText } from '@/components/shown/shown-text';
import { takeFocus, takeFocusOver } from '@/components/shown/take-focus';
import { visibleString } from '@/components/shown/visible-text';
import {
  Area,
  CARD_LABEL,
  type FieldProps,
  Line,
  Notes,
  Select,
  TICK_ROW,
  Tick,
} from '@/components/ui/field';
import { say } from '@/components/words/say';
import type { ArgumentField } from './argument-fields';

/** Texts longer than this get several lines. */
const ONE_LINE = 60;

interface ArgumentFieldProps {
  field: ArgumentField;
  /** The contents of the field. */
  text: string;
  /** The server is trusted: its words name the argument. */
  trusted: boolean;
  complaint: string | undefined;
  disabled: boolean;
  /** The field in which somebody was typing on the previous card. */
  hasKeyboard: boolean;
  onChange(text: string): void;
}

export function ArgumentFieldRow(props: ArgumentFieldProps) {
  const { field, text, trusted, complaint, disabled, hasKeyboard, onChange } = props;
  const id = useId();
  const [wasThere] = useState(hasKeyboard);
  useEffect(() => {
    const control = wasThere ? document.getElementById(id) : null;
    // The form itself may have taken over the focus from the field that is gone.
    if (control?.closest('fieldset') === document.activeElement) takeFocus(control);
    else takeFocusOver(control);
  }, [wasThere, id]);
  const notes = useId();
  const isTick = field.sort === 'checkbox';
  const shared = { id, notes, disabled, tone: 'card' as const, invalid: complaint !== undefined };
  const control = { ...shared, required: field.required, value: text, onChange };
  return (
    <div className="py-1.5">
      <div className={isTick ? TICK_ROW : ''}>
        {isTick && <Tick {...control} value={text === 'true'} onChange={(isOn) => onChange(String(isOn))} />}
        <label htmlFor={id} className={`${CARD_LABEL} break-words`}>
          <Name field={field} trusted={trusted} />
          {field.required && <span className="font-normal"> {say('form.required')}</span>}
        </label>
        {!isTick && <Control field={field} {...control} />}
      </div>
      <Notes id={notes} tone="card" text={text} complaint={complaint ?? null}>
        <Help field={field} trusted={trusted} />
        <AddressNote text={text} />
      </Notes>
    </div>
  );
}

function Name({ field: { name, title }, trusted }: Pick<ArgumentFieldProps, 'field' | 'trusted'>) {
  const own = trusted && title !== null && title !== name;
  return (
    <>
      {own && (
        <>
          <ShownText text={title} />{' '}
        </>
      )}
      <span className={own ? 'font-mono font-normal' : 'font-mono'}>
        <ShownText text={name} />
      </span>
    </>
  );
}

/** The schema's own words; those of an untrusted server are set apart, including its title. */
function Help({ field, trusted }: Pick<ArgumentFieldProps, 'field' | 'trusted'>) {
  const { name, title, description } = field;
  const words = trusted ? [description] : [title, description];
  const text = words.filter((one) => one !== null).join('. ');
  if (text === '') return null;
  const shown = (
    <LongText
      text={text}
      name={say('form.help', { field: visibleString(name) })}
      buttonClass="border-card-ink text-card-ink"
    />
  );
  if (trusted) return shown;
  return (
    <div className="mt-1 border-card-edge border-l-2 pl-3">
      <p>{say('edit.unverified')}</p>
      {shown}
    </div>
  );
}

/** Enter does nothing in a single-line field: there is nothing that it would send. */
function Control({ field, ...control }: FieldProps<string> & { field: ArgumentField }) {
  const { sort } = field;
  const { value } = control;
  if (sort === 'choice') {
    const options = field.choices.map((one) => ({ value: JSON.stringify(one), label: String(one) }));
    return <Select {...control} isGiven={field.given !== undefined} options={options} />;
  }
  const isLong = sort === 'text' && (value.includes('\n') || field.text.length > ONE_LINE);
  if (sort !== 'json' && !isLong) return <Line {...control} sort={sort === 'checkbox' ? 'text' : sort} />;
  const rows = Math.min(Math.max(value.split('\n').length, 2), 10);
  return <Area {...control} rows={rows} isCode={sort === 'json'} />;
}
