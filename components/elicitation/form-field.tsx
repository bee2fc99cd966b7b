'use client';
/** One field of a form: its label, the server's description, the control that fits, and its problem if it has one. */
import { type ReactNode, useId } from 'react';
import { LongText } from '@/components/shown/long-text';
import { HiddenNote, ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { say } from '@/components/words/say';
import type { ChoicesFormField, FormField } from '@/lib/elicitation/elicitation-view';
import { Area, type FieldProps, Line, Notes, Select, TICK_ROW, Tick, tickLooks } from '../ui/field';
import { useHydrated } from '../ui/use-hydrated';
import type { Typed } from './typed';
import { labelOf } from './words';

/** Texts that begin longer, or may have to be longer, than this get several lines. */
const ONE_LINE = 100;

interface FormFieldProps {
  /** The id of the control. */
  id: string;
  field: FormField;
  typed: Typed;
  /** Whether the server is trusted. */
  trusted: boolean;
  complaint: string | undefined;
  disabled: boolean;
  onChange(typed: Typed): void;
}

type Shared = Omit<FieldProps<Typed>, 'value' | 'onChange'>;
/** A field of one sort, and what every control takes. */
type Of<Field> = Pick<FormFieldProps, 'typed' | 'onChange'> & { field: Field; shared: Shared };

export function FormFieldRow({ id, field, typed, complaint, disabled, onChange }: FormFieldProps) {
  const notes = useId();
  const { required } = field;
  const shared = { id, notes, required, disabled, tone: 'page' as const, invalid: complaint !== undefined };
  const isWrong = complaint !== undefined && (
    <>
      “<ShownText text={labelOf(field)} />” {complaint}.
    </>
  );
  return (
    <div className="py-1.5">
      <Labelled field={field} typed={typed} shared={shared} onChange={onChange} />
      <Notes id={notes} tone="page" text={typeof typed === 'string' ? typed : ''} complaint={isWrong || null}>
        <Help field={field} />
      </Notes>
    </div>
  );
}

/** The label's position depends on the control: before it, beside it, or above the group. */
function Labelled({ field, typed, shared, onChange }: Of<FormField>) {
  const words = <Label field={field} />;
  if (field.sort === 'choices')
    return <Choices field={field} typed={typed} shared={shared} onChange={onChange} label={words} />;
  const label = (
    <label htmlFor={shared.id} className="block min-w-0 break-words font-medium text-13">
      {words}
    </label>
  );
  if (field.sort === 'tick') {
    return (
      <div className={TICK_ROW}>
        <Tick {...shared} value={typed === true} onChange={onChange} />
        {label}
      </div>
    );
  }
  return (
    <>
      {label}
      {field.sort === 'choice' ? (
        <Select
          {...shared}
          value={String(typed)}
          onChange={onChange}
          isGiven={field.preset !== null}
          options={field.options}
        />
      ) : (
        <TextOrNumber field={field} typed={typed} shared={shared} onChange={onChange} />
      )}
    </>
  );
}

function Label({ field }: { field: FormField }) {
  const isMarked = field.required && field.sort !== 'tick';
  return (
    <>
      <ShownText text={labelOf(field)} />
      {isMarked && <span className="font-normal text-muted"> {say('form.required')}</span>}
      <HiddenNote text={labelOf(field)} />
    </>
  );
}

function Help({ field }: { field: FormField }) {
  if (field.description === null) return null;
  return (
    <LongText text={field.description} name={say('form.help', { field: visibleString(labelOf(field)) })} />
  );
}

type LineField = Exclude<FormField, { sort: 'choice' | 'choices' | 'tick' }>;

function TextOrNumber({ field, typed, shared, onChange }: Of<LineField>) {
  const isThere = useHydrated();
  const control = { ...shared, value: String(typed), onChange };
  if (field.sort !== 'text') return <Line {...control} sort={field.sort} />;
  const { format, minLength, preset } = field;
  const isLong = Math.max(minLength, preset?.length ?? 0) > ONE_LINE || preset?.includes('\n');
  if (format === null && isLong) return <Area {...control} rows={4} />;
  // The server that renders the page does not know the reader's time zone.
  if (format === 'date-time' && !isThere) control.value = '';
  return <Line {...control} sort={format ?? 'text'} />;
}

/** A group of check boxes; the first one takes the focus if something is wrong. */
function Choices(props: Of<ChoicesFormField> & { label: ReactNode }) {
  const { field, label, typed, shared, onChange } = props;
  const chosen = Array.isArray(typed) ? (typed as readonly string[]) : [];
  const toggle = (value: string, isOn: boolean) =>
    onChange(
      field.options.map((one) => one.value).filter((one) => (one === value ? isOn : chosen.includes(one))),
    );
  return (
    <fieldset aria-describedby={shared.notes} disabled={shared.disabled} className="min-w-0">
      <legend className="break-words font-medium text-13">{label}</legend>
      {field.options.map(({ value, label: words }, nth) => (
        <label key={value} className={`${TICK_ROW} text-14`}>
          <input
            id={nth === 0 ? shared.id : undefined}
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => toggle(value, event.target.checked)}
            className={tickLooks('page')}
          />
          <span className="wrap-anywhere min-w-0">
            <ShownText text={words} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}
