import { expect, it } from 'vitest';
import type { FormField } from '@/lib/elicitation/elicitation-view';
import { presetOf, readForm, type Typed } from './typed';

const base = { name: 'a', title: null, description: null, required: false };
const text = { ...base, sort: 'text', format: null, minLength: 0, maxLength: 9, preset: null } as const;
const options = [{ value: 'x', label: 'X' }];

const read = (field: FormField, typed?: Typed) => {
  const result = readForm([field], new Map(typed === undefined ? [] : [['a', typed]]));
  return result.ok ? result.answer : result.complaints;
};

it.each<[FormField, Typed | undefined, object]>([
  [text, 'b', { a: 'b' }],
  [text, '', {}],
  [{ ...text, preset: 'p' }, undefined, { a: 'p' }],
  [{ ...text, required: true }, '', { a: 'is required' }],
  [{ ...base, sort: 'number', minimum: null, maximum: null, preset: null }, ' 1.5 ', { a: 1.5 }],
  [
    { ...base, sort: 'integer', minimum: null, maximum: null, preset: null },
    '0x10',
    { a: 'must be a number' },
  ],
  [{ ...base, sort: 'integer', minimum: null, maximum: null, preset: 7 }, undefined, { a: 7 }],
  [{ ...base, sort: 'tick', preset: null }, undefined, { a: false }],
  [{ ...base, sort: 'tick', preset: true }, undefined, { a: true }],
  [{ ...base, sort: 'choice', options, preset: null }, '', {}],
  [{ ...base, sort: 'choice', options, preset: null }, 'x', { a: 'x' }],
  [{ ...base, sort: 'choices', options, minItems: 0, maxItems: 1, preset: null }, [], {}],
  [{ ...base, sort: 'choices', options, minItems: 0, maxItems: 1, preset: null }, ['x'], { a: ['x'] }],
  [
    { ...base, required: true, sort: 'choices', options, minItems: 1, maxItems: 1, preset: null },
    [],
    { a: 'must be at least 1 choice' },
  ],
])('%j with %j in it gives %j', (field, typed, expected) => {
  expect(read(field, typed)).toEqual(expected);
});

it('a time stands in the reader’s zone, and is sent in UTC', () => {
  const field = { ...text, maxLength: 50, format: 'date-time', preset: '2026-11-20T12:00:00.000Z' } as const;
  expect(read(field)).toEqual({ a: '2026-11-20T12:00:00.000Z' });
  expect(presetOf(field)).toMatch(/^2026-11-20T\d\d:00$/);
});
