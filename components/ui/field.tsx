/** Form fields: on the yellow card, where a person changes a call, and in the forms by which servers ask people. */
import type { ReactNode } from 'react';
import { HiddenNote, ShownText } from '@/components/shown/shown-text';
import { hiddenNote, visibleString } from '@/components/shown/visible-text';
import { say } from '@/components/words/say';

const TONES = {
  card: {
    field: 'border-quiet-edge',
    tick: 'accent-card-ink',
    notes: 'text-card-ink-2',
    held: 'text-card-ink',
    complaint: 'text-card-ink',
  },
  page: {
    field: 'border-edge',
    tick: 'accent-act',
    notes: 'text-muted',
    held: 'text-ink-2',
    complaint: 'text-failed',
  },
};
type Tone = keyof typeof TONES;

const fieldLooks = (tone: Tone) =>
  `block w-full min-w-0 rounded-control border ${TONES[tone].field} bg-page px-3 text-14 text-ink max-md:text-16`;
/** For a field of one line. */
const lineLooks = (tone: Tone) => `${fieldLooks(tone)} h-10 max-md:h-11`;
export const tickLooks = (tone: Tone) => `size-4 shrink-0 ${TONES[tone].tick} max-md:size-5`;

export const CARD_LABEL = 'block font-medium text-12 text-card-ink-2';
export const CARD_LINE = lineLooks('card');
export const CARD_TICK = tickLooks('card');
/** A check box and its label, side by side. */
export const TICK_ROW = 'flex min-h-7 items-center gap-2.5 max-md:min-h-11';

export interface FieldProps<Value> {
  id: string;
  tone: Tone;
  value: Value;
  required: boolean;
  disabled: boolean;
  invalid: boolean;
  /** The id of its notes. */
  notes: string;
  onChange(value: Value): void;
}

function sharedBy({ id, required, disabled, notes, invalid }: FieldProps<unknown>) {
  return { id, required, disabled, 'aria-describedby': notes, 'aria-invalid': invalid };
}

const TYPES: Record<string, string> = {
  email: 'email',
  uri: 'url',
  date: 'date',
  'date-time': 'datetime-local',
};
const KEYBOARDS = { number: 'decimal', integer: 'numeric' } as const;
const WIDTHS: Record<string, string> = {
  number: 'max-w-56',
  integer: 'max-w-56',
  date: 'max-w-56',
  'date-time': 'max-w-64',
};

export type LineSort = 'text' | 'email' | 'uri' | 'date' | 'date-time' | keyof typeof KEYBOARDS;

/** The browser remembers and fills in nothing: a server must not learn what was typed elsewhere. */
export function Line(props: FieldProps<string> & { sort: LineSort }) {
  const { sort, tone, value, onChange } = props;
  return (
    <input
      type={TYPES[sort] ?? 'text'}
      inputMode={sort === 'number' || sort === 'integer' ? KEYBOARDS[sort] : undefined}
      autoComplete="off"
      spellCheck={false}
      {...sharedBy(props)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`mt-1 ${lineLooks(tone)} ${WIDTHS[sort] ?? ''}`}
    />
  );
}

export function Area(props: FieldProps<string> & { rows: number; isCode?: boolean }) {
  const { rows, isCode, tone, value, onChange } = props;
  return (
    <textarea
      rows={rows}
      autoComplete="off"
      spellCheck={false}
      {...sharedBy(props)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`mt-1 ${fieldLooks(tone)} resize-y py-2 ${isCode ? 'font-mono text-13' : ''}`}
    />
  );
}

/** Never required: unticked is a value as well. */
export function Tick(props: FieldProps<boolean>) {
  const { tone, value, onChange } = props;
  return (
    <input
      type="checkbox"
      {...sharedBy({ ...props, required: false })}
      checked={value}
      onChange={(event) => onChange(event.target.checked)}
      className={tickLooks(tone)}
    />
  );
}

interface SelectProps extends FieldProps<string> {
  /** A value is chosen already, and there must stay one. */
  isGiven: boolean;
  /** Labels may contain hidden characters. */
  options: readonly { value: string; label: string }[];
}

export function Select(props: SelectProps) {
  const { tone, value, required, isGiven, options, onChange } = props;
  return (
    <select
      {...sharedBy(props)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`mt-1 ${lineLooks(tone)} max-w-80`}
    >
      {!(required && isGiven) && (
        <option value="">{required ? say('field.choose') : say('field.left-out')}</option>
      )}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {visibleString(option.label)}
        </option>
      ))}
    </select>
  );
}

interface NotesProps {
  id: string;
  tone: Tone;
  /** The text in the field. */
  text: string;
  /** What is wrong with it. */
  complaint: ReactNode;
  /** The server's help. */
  children: ReactNode;
}

/** The notes below a field. */
export function Notes({ id, tone, text, complaint, children }: NotesProps) {
  const looks = TONES[tone];
  return (
    <div id={id} className={`mt-0.5 text-12 ${looks.notes}`}>
      {children}
      {hiddenNote(text) !== null && (
        <p className={`wrap-anywhere ${looks.held}`}>
          {say('field.holds')} <ShownText text={text} />
          <HiddenNote text={text} />
        </p>
      )}
      {complaint !== null && (
        <p role="alert" className={`wrap-anywhere font-medium text-13 ${looks.complaint}`}>
          {complaint}
        </p>
      )}
    </div>
  );
}
