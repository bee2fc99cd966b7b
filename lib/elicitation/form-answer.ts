// Shared with the browser: types and pure functions only.
/** Whether a person's answer fits the form: checked in the browser, and again where it is stored. */
import type {
  ChoicesFormField,
  FormAnswer,
  FormField,
  FormValue,
  NumberFormField,
  TextFormat,
  TextFormField,
} from './elicitation-view';

/** By the field's name, as a clause that follows it: "must be a number". */
export type Complaints = Record<string, string>;

export type CheckedAnswer = { ok: true; answer: FormAnswer } | { ok: false; complaints: Complaints };

const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** The answer reduced to what was asked for, or what is wrong with it. */
export function checkAnswer(fields: readonly FormField[], given: Record<string, unknown>): CheckedAnswer {
  const complaints: [string, string][] = [];
  const answer: [string, FormValue][] = [];
  const names = new Set(fields.map(({ name }) => name));
  for (const name of Object.keys(given)) {
    if (!names.has(name)) complaints.push([name, 'was not asked for']);
  }
  for (const field of fields) {
    const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
    const complaint = value === undefined ? missing(field) : wrongWith(field, value);
    if (complaint !== undefined) complaints.push([field.name, complaint]);
    else if (value !== undefined) answer.push([field.name, value as FormValue]);
  }
  if (complaints.length > 0) return { ok: false, complaints: Object.fromEntries(complaints) };
  return { ok: true, answer: Object.fromEntries(answer) };
}

function missing({ required }: FormField): string | undefined {
  return required ? 'is required' : undefined;
}

function wrongWith(field: FormField, value: unknown): string | undefined {
  switch (field.sort) {
    case 'text':
      return typeof value === 'string' ? wrongText(field, value) : 'must be a text';
    case 'number':
    case 'integer':
      return wrongNumber(field, value);
    case 'tick':
      return typeof value === 'boolean' ? undefined : 'must be yes or no';
    case 'choice':
      return field.options.some((option) => option.value === value)
        ? undefined
        : 'must be one of the choices';
    case 'choices':
      return wrongChoices(field, value);
  }
}

function wrongText(
  { minLength, maxLength, required, format }: TextFormField,
  value: string,
): string | undefined {
  const length = [...value].length;
  if (length === 0 && required && minLength > 0) return 'is required';
  if (length < minLength) return `must have at least ${counted(minLength, 'character')}`;
  if (length > maxLength) return `must have at most ${counted(maxLength, 'character')}`;
  return format === null || FITS[format](value) ? undefined : FORMAT_WORDS[format];
}

const FITS: Record<TextFormat, (text: string) => boolean> = {
  email: (text) => EMAIL.test(text) && text.length <= 254,
  uri: (text) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(text) && URL.canParse(text),
  date: isDay,
  'date-time': isMoment,
};

const FORMAT_WORDS: Record<TextFormat, string> = {
  email: 'must be a mail address, such as name@example.com',
  uri: 'must be a whole address, such as https://example.com',
  date: 'must be a day',
  'date-time': 'must be a day with a time',
};

function isDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  // JavaScript maps years below 100 to others.
  date.setUTCFullYear(year);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function isMoment(text: string): boolean {
  const [, day = '', hours, minutes, seconds] = MOMENT.exec(text) ?? [];
  return isDay(day) && Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) <= 60;
}

function wrongNumber({ sort, minimum, maximum }: NumberFormField, value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number';
  if (sort === 'integer' && !Number.isSafeInteger(value)) return 'must be a whole number';
  if (minimum !== null && value < minimum) return `must be at least ${minimum}`;
  if (maximum !== null && value > maximum) return `must be at most ${maximum}`;
  return undefined;
}

function wrongChoices({ options, minItems, maxItems }: ChoicesFormField, value: unknown): string | undefined {
  const known = new Set<unknown>(options.map((option) => option.value));
  const isFit =
    Array.isArray(value) && new Set(value).size === value.length && value.every((one) => known.has(one));
  if (!isFit) return 'must be some of the choices';
  if (value.length < minItems) return `must be at least ${counted(minItems, 'choice')}`;
  return value.length > maxItems ? `must be at most ${counted(maxItems, 'choice')}` : undefined;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
