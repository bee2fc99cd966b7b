'use client';
/** One field of a form: its label, what the server says of it, the control that fits, and what is wrong with it. */
import { type ReactNode, useId } from 'react';
import { LongText } from '@/components/shown/long-text';
import { HiddenNote, ShownText } from '@/components/shown/shown-text';
import { hiddenNote, visibleString } from '@/components/shown/visible-text';
import type { ChoiceFormField, ChoicesFormField, FormField } from '@/lib/elicitation/elicitation-view';
import { useHydrated } from '../ui/use-hydrated';
import type { Typed } from './typed';
import { labelOf } from './words';

/** Texts that begin or must be longer than this have more than one line to stand on. */
const ONE_LINE = 100;

const FIELD =
  'block w-full min-w-0 rounded-control border border-edge bg-page px-3 text-14 text-ink max-md:text-16';
const LINE = `mt-1 ${FIELD} h-10 max-md:h-11`;
const TICK = 'size-4 shrink-0 accent-act max-md:size-5';

interface FormFieldProps {
  /** Of the control. */
  id: string;
  field: FormField;
  typed: Typed;
  /** Somebody vouched for the server. */
  trusted: boolean;
  complaint: string | undefined;
  disabled: boolean;
  onChange(typed: Typed): void;
}

/** What every control takes. */
interface ControlProps extends Pick<FormFieldProps, 'id' | 'typed' | 'disabled' | 'onChange'> {
  describedBy: string;
  invalid: boolean;
}

export function FormFieldRow(props: FormFieldProps) {
  const { field, complaint, typed } = props;
  const notes = useId();
  const control = { ...props, describedBy: notes, invalid: complaint !== undefined };
  return (
    <div className="py-1.5">
      <Labelled field={field} control={control} />
      <div id={notes} className="mt-0.5 text-12 text-muted">
        <Help field={field} />
        {typeof typed === 'string' && hiddenNote(typed) !== null && (
          <p className="wrap-anywhere text-ink-2">
            It holds: <ShownText text={typed} />
            <HiddenNote text={typed} />
          </p>
        )}
        {complaint !== undefined && (
          <p role="alert" className="wrap-anywhere font-medium text-13 text-failed">
            “<ShownText text={labelOf(field)} />” {complaint}.
          </p>
        )}
      </div>
    </div>
  );
}

/** Where the label stands depends on the control: before it, beside it, or over the group. */
function Labelled({ field, control }: { field: FormField; control: ControlProps }) {
  const label = <Label field={field} />;
  if (field.sort === 'choices') return <Choices field={field} label={label} {...control} />;
  const looks = 'block min-w-0 break-words font-medium text-13';
  if (field.sort === 'tick') {
    return (
      <div className="flex min-h-7 items-center gap-2.5 max-md:min-h-11">
        <Tick {...control} />
        <label htmlFor={control.id} className={looks}>
          {label}
        </label>
      </div>
    );
  }
  return (
    <>
      <label htmlFor={control.id} className={looks}>
        {label}
      </label>
      {field.sort === 'choice' ? (
        <SelectField field={field} {...control} />
      ) : (
        <Line field={field} {...control} />
      )}
    </>
  );
}

function Label({ field }: { field: FormField }) {
  const isMarked = field.required && field.sort !== 'tick';
  return (
    <>
      <ShownText text={labelOf(field)} />
      {isMarked && <span className="font-normal text-muted"> (required)</span>}
      <HiddenNote text={labelOf(field)} />
    </>
  );
}

function Help({ field }: { field: FormField }) {
  if (field.description === null) return null;
  return <LongText text={field.description} name={`Help on ${visibleString(labelOf(field))}`} />;
}

function sharedBy({ id, describedBy, invalid, disabled }: ControlProps, required?: boolean) {
  return { id, required, disabled, 'aria-describedby': describedBy, 'aria-invalid': invalid };
}

const TYPES = { email: 'email', uri: 'url', date: 'date', 'date-time': 'datetime-local' } as const;
const KEYBOARDS = { number: 'decimal', integer: 'numeric' } as const;

type LineField = Exclude<FormField, ChoiceFormField | ChoicesFormField | { sort: 'tick' }>;

/** Nothing is remembered or filled in by the browser: a server must not learn what was typed elsewhere. */
function Line({ field, ...control }: ControlProps & { field: LineField }) {
  const { typed, onChange } = control;
  const isThere = useHydrated();
  const shared = {
    ...sharedBy(control, field.required),
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  if (field.sort !== 'text') {
    const { sort } = field;
    return (
      <input
        type="text"
        inputMode={KEYBOARDS[sort]}
        {...shared}
        value={String(typed)}
        className={`${LINE} max-w-56`}
      />
    );
  }
  const { format, minLength, preset } = field;
  const isLong = Math.max(minLength, preset?.length ?? 0) > ONE_LINE || preset?.includes('\n');
  if (format === null && isLong) {
    return <textarea rows={4} {...shared} value={String(typed)} className={`mt-1 ${FIELD} resize-y py-2`} />;
  }
  // The server that draws the page does not know the reader's zone.
  const value = format === 'date-time' && !isThere ? '' : String(typed);
  const isShort = format === 'date' || format === 'date-time';
  const type = format === null ? 'text' : TYPES[format];
  return <input type={type} {...shared} value={value} className={`${LINE} ${isShort ? 'max-w-64' : ''}`} />;
}

function Tick(control: ControlProps) {
  const { typed, onChange } = control;
  return (
    <input
      type="checkbox"
      {...sharedBy(control)}
      checked={typed === true}
      onChange={(event) => onChange(event.target.checked)}
      className={TICK}
    />
  );
}

function SelectField({ field, ...control }: ControlProps & { field: ChoiceFormField }) {
  const { typed, onChange } = control;
  return (
    <select
      {...sharedBy(control, field.required)}
      value={String(typed)}
      onChange={(event) => onChange(event.target.value)}
      className={`${LINE} max-w-80`}
    >
      {(!field.required || field.preset === null) && (
        <option value="">{field.required ? 'Choose' : 'Left out'}</option>
      )}
      {field.options.map(({ value, label }) => (
        <option key={value} value={value}>
          {visibleString(label)}
        </option>
      ))}
    </select>
  );
}

/** A group of ticks; the first one stands for it when something is wrong. */
function Choices({ field, label, ...control }: ControlProps & { field: ChoicesFormField; label: ReactNode }) {
  const { id, typed, onChange, describedBy, disabled } = control;
  const chosen = Array.isArray(typed) ? (typed as readonly string[]) : [];
  const toggle = (value: string, isOn: boolean) =>
    onChange(
      field.options.map((one) => one.value).filter((one) => (one === value ? isOn : chosen.includes(one))),
    );
  return (
    <fieldset aria-describedby={describedBy} disabled={disabled} className="min-w-0">
      <legend className="break-words font-medium text-13">{label}</legend>
      {field.options.map(({ value, label: words }, nth) => (
        <label key={value} className="flex min-h-7 items-center gap-2.5 text-14 max-md:min-h-11">
          <input
            id={nth === 0 ? id : undefined}
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => toggle(value, event.target.checked)}
            className={TICK}
          />
          <span className="wrap-anywhere min-w-0">
            <ShownText text={words} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}
