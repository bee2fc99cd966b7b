'use client';
/** One argument of a form: its name, what the schema says of it, and the field that fits. */
import { useEffect, useId, useState } from 'react';
import { LongText } from '@/components/shown/long-text';
import { AddressNote, HiddenNote, ShownText } from '@/components/shown/shown-text';
import { takeFocus, takeFocusOver } from '@/components/shown/take-focus';
import { hiddenNote, visibleString } from '@/components/shown/visible-text';
import type { ArgumentField } from './argument-fields';
import { FIELD, LABEL, LINE_FIELD, TICK } from './form-looks';

/** Texts longer than this have more than one line to stand on. */
const ONE_LINE = 60;

interface ArgumentFieldProps {
  field: ArgumentField;
  /** What stands in it. */
  text: string;
  /** Somebody vouched for the server: its words name the argument. */
  trusted: boolean;
  complaint: string | undefined;
  disabled: boolean;
  /** It is where somebody was typing on the card before. */
  hasKeyboard: boolean;
  onChange(text: string): void;
}

/** What every sort of field takes. */
interface ControlProps extends Pick<ArgumentFieldProps, 'field' | 'text' | 'disabled' | 'onChange'> {
  id: string;
  describedBy: string;
  invalid: boolean;
}

export function ArgumentFieldRow(props: ArgumentFieldProps) {
  const { field, text, trusted, complaint, disabled, hasKeyboard, onChange } = props;
  const id = useId();
  const [wasThere] = useState(hasKeyboard);
  useEffect(() => {
    const control = wasThere ? document.getElementById(id) : null;
    // The form itself may have taken the keyboard over from the field that is gone.
    if (control?.closest('fieldset') === document.activeElement) takeFocus(control);
    else takeFocusOver(control);
  }, [wasThere, id]);
  const notes = useId();
  const control = {
    field,
    text,
    disabled,
    onChange,
    id,
    describedBy: notes,
    invalid: complaint !== undefined,
  };
  const isTick = field.sort === 'checkbox';
  return (
    <div className="py-1.5">
      <div className={isTick ? 'flex min-h-7 items-center gap-2.5 max-md:min-h-11' : ''}>
        {isTick && <Tick {...control} />}
        <label htmlFor={id} className={`${LABEL} break-words`}>
          <Name field={field} trusted={trusted} />
          {field.required && <span className="font-normal"> (required)</span>}
        </label>
        {!isTick && <Control {...control} />}
      </div>
      <div id={notes} className="mt-0.5 text-12 text-card-ink-2">
        <Help field={field} trusted={trusted} />
        {hiddenNote(text) !== null && (
          <p className="wrap-anywhere text-card-ink">
            It holds: <ShownText text={text} />
            <HiddenNote text={text} />
          </p>
        )}
        <AddressNote text={text} />
        {complaint !== undefined && (
          <p role="alert" className="font-medium text-13 text-card-ink">
            This {complaint}.
          </p>
        )}
      </div>
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

/** The schema's own words; of a server that nobody vouched for they stand apart, its title too. */
function Help({ field, trusted }: Pick<ArgumentFieldProps, 'field' | 'trusted'>) {
  const { name, title, description } = field;
  const words = trusted ? [description] : [title, description];
  const text = words.filter((one) => one !== null).join('. ');
  if (text === '') return null;
  const shown = (
    <LongText
      text={text}
      name={`Help on ${visibleString(name)}`}
      buttonClass="border-card-ink text-card-ink"
    />
  );
  if (trusted) return shown;
  return (
    <div className="mt-1 border-card-edge border-l-2 pl-3">
      <p>What the server says of it, unverified:</p>
      {shown}
    </div>
  );
}

function Control(props: ControlProps) {
  const { field, text } = props;
  if (field.sort === 'choice') return <SelectField {...props} />;
  const isLong = field.sort === 'text' && (text.includes('\n') || field.text.length > ONE_LINE);
  return field.sort === 'json' || isLong ? <Area {...props} /> : <Line {...props} />;
}

/** A tick is never required: unticked is a value as well. */
function sharedBy({ field, id, describedBy, invalid, disabled }: ControlProps) {
  const required = field.sort === 'checkbox' ? undefined : field.required;
  return { id, required, disabled, 'aria-describedby': describedBy, 'aria-invalid': invalid };
}

const TYPES = { date: 'date' } as Partial<Record<ArgumentField['sort'], string>>;
const KEYBOARDS = { number: 'decimal', integer: 'numeric' } as const;

/** Enter does nothing here: there is nothing that it would send. */
function Line(props: ControlProps) {
  const { field, text, onChange } = props;
  const { sort } = field;
  const isNumber = sort === 'number' || sort === 'integer';
  return (
    <input
      type={TYPES[sort] ?? 'text'}
      inputMode={isNumber ? KEYBOARDS[sort] : undefined}
      autoComplete="off"
      spellCheck={false}
      {...sharedBy(props)}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      className={`mt-1 ${LINE_FIELD} ${isNumber || sort === 'date' ? 'max-w-56' : ''}`}
    />
  );
}

function Area(props: ControlProps) {
  const { field, text, onChange } = props;
  const lines = Math.min(Math.max(text.split('\n').length, 2), 10);
  return (
    <textarea
      rows={lines}
      spellCheck={false}
      {...sharedBy(props)}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      className={`mt-1 ${FIELD} resize-y py-2 ${field.sort === 'json' ? 'font-mono text-13' : ''}`}
    />
  );
}

function Tick(props: ControlProps) {
  const { text, onChange } = props;
  return (
    <input
      type="checkbox"
      {...sharedBy(props)}
      checked={text === 'true'}
      onChange={(event) => onChange(String(event.target.checked))}
      className={TICK}
    />
  );
}

function SelectField(props: ControlProps) {
  const { field, text, onChange } = props;
  return (
    <select
      {...sharedBy(props)}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      className={`mt-1 ${LINE_FIELD} max-w-80`}
    >
      {(!field.required || field.given === undefined) && (
        <option value="">{field.required ? 'Choose' : 'Left out'}</option>
      )}
      {field.choices.map((choice) => (
        <option key={JSON.stringify(choice)} value={JSON.stringify(choice)}>
          {typeof choice === 'string' ? visibleString(choice) : String(choice)}
        </option>
      ))}
    </select>
  );
}
