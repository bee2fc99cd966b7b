import { describe, expect, it } from 'vitest';
import { checkAnswer } from './form-answer';
import { questionFrom } from './question';

const ask = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  questionFrom({ message: 'Please.', requestedSchema: { type: 'object', properties, ...more } });

function fieldsOf(properties: Record<string, unknown>, required: string[] = []) {
  const question = ask(properties, { required });
  if (!question.ok) throw new Error(question.why);
  return question.fields;
}

const fits = (property: Record<string, unknown>, value: unknown) =>
  checkAnswer(fieldsOf({ a: property }), { a: value }).ok;

describe('a flat form', () => {
  it('has fields of every sort that the protocol knows', () => {
    const named = [{ const: 'r', title: 'Red' }];
    const fields = fieldsOf(
      {
        name: { type: 'string', title: 'Name', description: 'In full', maxLength: 50, default: 'Anna' },
        mail: { type: 'string', format: 'email' },
        count: { type: 'integer', minimum: 1, maximum: 3, default: 2 },
        share: { type: 'number' },
        ok: { type: 'boolean', default: true },
        plain: { type: 'string', enum: ['a', 'b'], default: 'b' },
        older: { type: 'string', enum: ['a', 'b'], enumNames: ['Ay', 'Bee'] },
        titled: { type: 'string', oneOf: named },
        several: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1, default: ['a'] },
        others: { type: 'array', items: { anyOf: named }, maxItems: 1 },
      },
      ['name', 'ok'],
    );
    expect(fields.map(({ sort }) => sort).join(' ')).toBe(
      'text text integer number tick choice choice choice choices choices',
    );
    expect(fields.filter(({ required }) => required).map(({ name }) => name)).toEqual(['name', 'ok']);
    expect(fields[0]).toMatchObject({ title: 'Name', description: 'In full', maxLength: 50, preset: 'Anna' });
    expect(fields[6]).toMatchObject({
      options: [
        { value: 'a', label: 'Ay' },
        { value: 'b', label: 'Bee' },
      ],
    });
    expect(fields[7]).toMatchObject({ options: [{ value: 'r', label: 'Red' }] });
    expect(fields[8]).toMatchObject({ minItems: 1, maxItems: 2, preset: ['a'] });
  });

  it('may ask for nothing but a yes', () => {
    expect(ask({})).toMatchObject({ ok: true, fields: [] });
  });

  it('offers no preset that it would not take', () => {
    const [number, text] = fieldsOf({
      n: { type: 'integer', maximum: 3, default: 4 },
      t: { type: 'string', format: 'email', default: 'nobody' },
    });
    expect([number?.preset, text?.preset]).toEqual([null, null]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['an object', { type: 'object' }],
    ['a list of texts', { type: 'array', items: { type: 'string' } }],
    ['no type', {}],
    ['several types', { type: ['string', 'null'] }],
    ['null', { type: 'null' }],
    ['an unknown format', { type: 'string', format: 'ipv4' }],
    ['a choice of numbers', { type: 'number', enum: [1, 2] }],
    ['a choice twice', { type: 'string', enum: ['a', 'a'] }],
    ['an empty choice', { type: 'string', enum: [] }],
    ['choices that are no texts', { type: 'string', enum: ['a', 1] }],
    ['a combination', { type: 'string', allOf: [{ maxLength: 3 }] }],
    ['an alternative', { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    ['a reference', { $ref: '#/x' }],
    ['lengths that nothing has', { type: 'string', minLength: 3, maxLength: 2 }],
    ['a length that is none', { type: 'string', maxLength: 'long' }],
    ['a title that is none', { type: 'string', title: 3 }],
    ['a boundless title', { type: 'string', title: 'x'.repeat(201) }],
  ])('has no field with %s', (_what, property) => {
    expect(ask({ a: property })).toMatchObject({ ok: false, why: 'kind' });
  });

  it.each(['constructor', 'prototype'])('has no field called %s', (name) => {
    expect(ask({ [name]: { type: 'string' } })).toMatchObject({ ok: false });
  });

  it('is not nested, however deeply', () => {
    const nested = JSON.parse(`${'{"a":'.repeat(200_000)}{}${'}'.repeat(200_000)}`);
    expect(ask({ a: nested })).toMatchObject({ ok: false, why: 'size', schema: null });
  });

  it('is asked with words, and requires only what it has', () => {
    const requestedSchema = { type: 'object', properties: {} };
    expect(questionFrom({ requestedSchema })).toMatchObject({ ok: false, why: 'kind' });
    expect(questionFrom({ message: 'x', requestedSchema, mode: 'other' })).toMatchObject({ why: 'kind' });
    expect(questionFrom({ message: 'x' })).toMatchObject({ ok: false, why: 'kind' });
    expect(ask({}, { required: ['a'] })).toMatchObject({ ok: false, why: 'kind' });
    expect(ask({ a: { type: 'string' } }, { required: ['toString'] })).toMatchObject({ ok: false });
  });
});

describe('a secret', () => {
  it.each<[string, Record<string, unknown>]>([
    ['a hidden field', { type: 'string', format: 'password' }],
    ['one that is only written', { type: 'string', writeOnly: true }],
  ])('is asked for by %s', (_what, property) => {
    expect(ask({ a: property })).toMatchObject({ ok: false, why: 'secret' });
  });

  it('is asked for by a name and a title of which each looks harmless', () => {
    expect(ask({ card: { type: 'string', title: 'Number' } })).toMatchObject({ why: 'secret' });
  });

  it('is not what can only be chosen', () => {
    expect(ask({ resetPassword: { type: 'boolean' } })).toMatchObject({ ok: true });
    expect(ask({ token: { type: 'string', enum: ['old', 'new'] } })).toMatchObject({ ok: true });
    expect(ask({ pin: { type: 'integer', minimum: 1, maximum: 100 } })).toMatchObject({ ok: true });
    expect(ask({ pin: { type: 'integer', minimum: 0, maximum: 9999 } })).toMatchObject({ why: 'secret' });
    expect(ask({ pin: { type: 'integer', minimum: 1000 } })).toMatchObject({ why: 'secret' });
  });

  it('may not be asked for by words that stand beside the field', () => {
    const words = 'Type your password below';
    const answer = { type: 'string', title: 'Answer' };
    const beside = [
      { type: 'string', title: words, enum: ['ok'] },
      { type: 'boolean', title: 'First', description: words },
      { type: 'string', enum: ['a'], enumNames: [words] },
      { type: 'string', oneOf: [{ const: 'a', title: words }] },
      { type: 'array', items: { anyOf: [{ const: 'a', title: words }] } },
      { type: 'array', items: { type: 'string', enum: [words] } },
    ];
    for (const field of beside) {
      expect(ask({ first: field })).toMatchObject({ ok: true });
      expect(ask({ first: field, answer })).toMatchObject({ why: 'secret' });
    }
    expect(ask({ answer: { ...answer, default: words } })).toMatchObject({ why: 'secret' });
    expect(ask({ a: { type: 'string', title: 'Your card', description: 'number' } })).toMatchObject({
      why: 'secret',
    });
    const split = { type: 'object', properties: { a: { type: 'string', title: 'word' } } };
    expect(questionFrom({ message: 'Your pass', requestedSchema: split })).toMatchObject({ why: 'secret' });
  });

  it('is not narrowed by a bound that is none', () => {
    expect(ask({ pin: { type: 'integer', minimum: 0, maximum: null } })).toMatchObject({ why: 'secret' });
    expect(ask({ pin: { type: 'integer', minimum: null, maximum: 0 } })).toMatchObject({ why: 'secret' });
  });

  it('is refused whatever else is wrong with the form', () => {
    expect(ask({ password: { type: 'string' }, more: { type: 'object' } })).toMatchObject({ why: 'secret' });
  });
});

describe('an answer', () => {
  it.each<[Record<string, unknown>, unknown, boolean]>([
    [{ type: 'string' }, '', true],
    [{ type: 'string', minLength: 2 }, 'a', false],
    [{ type: 'string', maxLength: 2 }, '👍👍', true],
    [{ type: 'string' }, 'x'.repeat(5_001), false],
    [{ type: 'string' }, 3, false],
    [{ type: 'string', format: 'email' }, 'a@b.example', true],
    [{ type: 'string', format: 'email' }, 'a@b', false],
    [{ type: 'string', format: 'uri' }, 'https://a.example/x', true],
    [{ type: 'string', format: 'uri' }, 'a.example', false],
    [{ type: 'string', format: 'date' }, '2024-02-29', true],
    [{ type: 'string', format: 'date' }, '2023-02-29', false],
    [{ type: 'string', format: 'date-time' }, '2024-02-29T23:59:59Z', true],
    [{ type: 'string', format: 'date-time' }, '2024-02-29T23:59:59.5+02:00', true],
    [{ type: 'string', format: 'date-time' }, '2024-02-29 23:59', false],
    [{ type: 'integer' }, 3, true],
    [{ type: 'integer' }, 3.5, false],
    [{ type: 'number', minimum: 1 }, 0.5, false],
    [{ type: 'number' }, Number.NaN, false],
    [{ type: 'boolean' }, 'true', false],
    [{ type: 'string', enum: ['a'] }, 'b', false],
    [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, ['a', 'b'], true],
    [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, ['a', 'a'], false],
    [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1 }, [], false],
    [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 1 }, ['a', 'b'], false],
  ])('to %j: %j fits: %s', (property, value, expected) => {
    expect(fits(property, value)).toBe(expected);
  });

  it('names each field with which something is wrong', () => {
    const fields = fieldsOf({ a: { type: 'string' }, b: { type: 'integer' } }, ['a']);
    const checked = checkAnswer(fields, { b: 'x', toString: 'y' });
    expect(checked.ok ? [] : Object.keys(checked.complaints).sort()).toEqual(['a', 'b', 'toString']);
  });
});

describe('a page to be opened', () => {
  const page = { mode: 'url', message: 'Let them in.', url: 'https://books.example/let' };

  it('is put before a person, and refused where only forms can be handed on', () => {
    expect(questionFrom(page)).toMatchObject({ ok: true, url: page.url, fields: [] });
    expect(questionFrom(page, true)).toMatchObject({ ok: false, why: 'address', about: page.url });
  });
});
