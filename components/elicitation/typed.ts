/** Converts the contents of a form's fields to the answer, and back. Pure. */
import type { FormField, FormValue } from '@/lib/elicitation/elicitation-view';
import { type CheckedAnswer, checkAnswer } from '@/lib/elicitation/form-answer';

/** The contents of one field: a text, whether it is ticked, or the chosen options. */
export type Typed = string | boolean | readonly string[];

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The initial value. */
export function presetOf(field: FormField): Typed {
  switch (field.sort) {
    case 'tick':
      return field.preset ?? false;
    case 'choices':
      return field.preset ?? [];
    case 'text':
      return field.format === 'date-time' ? localMoment(field.preset) : (field.preset ?? '');
    default:
      return field.preset === null ? '' : String(field.preset);
  }
}

/** The answer, or the complaints by field name. */
export function readForm(fields: readonly FormField[], typed: ReadonlyMap<string, Typed>): CheckedAnswer {
  const given = fields.flatMap((field): [string, unknown][] => {
    const value = answerOf(field, typed.get(field.name) ?? presetOf(field));
    return value === undefined ? [] : [[field.name, value]];
  });
  return checkAnswer(fields, Object.fromEntries(given));
}

/** Undefined: the field is left out. */
function answerOf(field: FormField, typed: Typed): FormValue | undefined {
  if (typeof typed === 'boolean') return typed;
  if (typeof typed !== 'string') return typed.length > 0 || field.required ? [...typed] : undefined;
  if (typed === '') return undefined;
  if (field.sort === 'number' || field.sort === 'integer') return numberOf(typed.trim());
  return field.sort === 'text' && field.format === 'date-time' ? utcMoment(typed) : typed;
}

/** Text that is not a number is kept as it is, so that it is complained about. */
function numberOf(text: string): number | string {
  return NUMBER.test(text) ? Number(text) : text;
}

/** A date-time field has no zone: the field shows the reader's local time, the answer has the same moment in UTC. */
function utcMoment(local: string): string {
  const moment = new Date(local);
  return Number.isNaN(moment.getTime()) ? local : moment.toISOString();
}

function localMoment(iso: string | null): string {
  if (iso === null) return '';
  const moment = new Date(iso);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
