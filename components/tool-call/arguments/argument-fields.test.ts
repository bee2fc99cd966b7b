import { describe, expect, it } from 'vitest';
import { fieldsOf, inputOf } from './argument-fields';

const SCHEMA = {
  type: 'object',
  $defs: { money: { type: 'number', description: 'In euros' } },
  properties: {
    to: { type: 'string', title: 'Recipient', description: 'Who gets it' },
    amount: { $ref: '#/$defs/money' },
    times: { type: 'integer' },
    urgent: { type: 'boolean' },
    silent: { type: 'boolean' },
    currency: { enum: ['EUR', 'USD'] },
    level: { anyOf: [{ const: 1 }, { const: 2 }] },
    due: { type: 'string', format: 'date' },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    lines: { type: 'array', items: { type: 'object' } },
  },
  required: ['to', 'amount', 'urgent'],
};
const INPUT = { to: 'a\r\nb\u200b', amount: 500, urgent: true, lines: [{ a: 1 }], odd: 'x' };

const fields = fieldsOf(SCHEMA, INPUT);
const sorts = (schema: Record<string, unknown>, input: unknown) =>
  Object.fromEntries(fieldsOf(schema, input).map(({ name, sort }) => [name, sort]));
const read = (texts: Record<string, string>) => inputOf(fields, new Map(Object.entries(texts)));

describe('the fields of a form', () => {
  it('are of the sort that the schema says, and of arguments that it does not name too', () => {
    expect(sorts(SCHEMA, INPUT)).toEqual({
      to: 'text',
      amount: 'number',
      times: 'integer',
      urgent: 'checkbox',
      silent: 'choice',
      currency: 'choice',
      level: 'choice',
      due: 'date',
      note: 'text',
      lines: 'json',
      odd: 'text',
    });
  });

  it('carry what the schema says of them', () => {
    const [to, amount] = fields;
    expect(to).toMatchObject({ title: 'Recipient', description: 'Who gets it', required: true });
    expect(amount).toMatchObject({ title: null, description: 'In euros', text: '500' });
    expect(fields.find(({ name }) => name === 'silent')).toMatchObject({ choices: [true, false] });
  });

  it('are JSON where what is given is not what the schema says', () => {
    const given = { to: 7, amount: '500', urgent: 'yes', currency: 'GBP', due: 'soon', note: null };
    expect(sorts(SCHEMA, given)).toMatchObject({
      to: 'json',
      amount: 'json',
      urgent: 'json',
      currency: 'json',
      due: 'text',
      note: 'text',
    });
  });

  it('come of a schema that says nothing, or leads in a circle, as what is given', () => {
    const circle = { properties: { a: { $ref: '#/properties/a' } } };
    expect(sorts(circle, { a: 1 })).toEqual({ a: 'number' });
    expect(sorts({ type: 'object' }, { a: 'x', b: false, c: null, d: {} })).toEqual({
      a: 'text',
      b: 'checkbox',
      c: 'json',
      d: 'json',
    });
    expect(sorts({ properties: 7, required: 'a' }, 'nothing')).toEqual({});
  });
});

describe('what the fields give', () => {
  it('is what was given, where nothing was touched or stands as it stood', () => {
    expect(read({})).toEqual({ ok: true, input: INPUT });
    expect(read({ amount: '500', to: INPUT.to })).toEqual({ ok: true, input: INPUT });
    const nothing = fieldsOf(SCHEMA, { ...INPUT, note: null, currency: 'EUR' });
    expect(inputOf(nothing, new Map())).toEqual({
      ok: true,
      input: { ...INPUT, note: null, currency: 'EUR' },
    });
  });

  it('has the types of the schema', () => {
    const texts = { amount: ' 12.50 ', times: '3', urgent: 'false', silent: 'false', currency: '"USD"' };
    expect(read({ ...texts, level: '2', due: '2026-11-21', lines: '[]', note: '7', odd: 'true' })).toEqual({
      ok: true,
      input: {
        to: INPUT.to,
        amount: 12.5,
        times: 3,
        urgent: false,
        silent: false,
        currency: 'USD',
        level: 2,
        due: '2026-11-21',
        lines: [],
        note: '7',
        odd: 'true',
      },
    });
  });

  it('leaves out what was emptied and may be, and has nothing else in the place of what may not', () => {
    const given = fieldsOf(SCHEMA, { ...INPUT, currency: 'EUR', note: 'n', times: 3 });
    const texts = new Map(Object.entries({ currency: '', note: '', times: '', odd: '', lines: ' ', to: '' }));
    expect(inputOf(given, texts)).toEqual({ ok: true, input: { to: '', amount: 500, urgent: true } });
    expect(read({ amount: '' })).toEqual({
      ok: false,
      complaints: new Map([['amount', 'This is required.']]),
    });
    const needed = { properties: { a: { type: ['number', 'null'] } }, required: ['a'] };
    expect(inputOf(fieldsOf(needed, { a: 1 }), new Map([['a', '']]))).toEqual({
      ok: true,
      input: { a: null },
    });
  });

  it('is nothing where a field holds what it cannot give exactly', () => {
    const texts = { amount: '5,00', times: '1.5', lines: '[', due: 'tomorrow' };
    expect(read(texts)).toEqual({
      ok: false,
      complaints: new Map([
        ['amount', 'This must be a number.'],
        ['times', 'This must be a whole number.'],
        ['due', 'This must be a day.'],
        ['lines', 'This must be JSON, with texts in quotes.'],
      ]),
    });
    expect(read({ times: '9007199254740993' })).toMatchObject({ ok: false });
    expect(read({ amount: '0x10' })).toMatchObject({ ok: false });
  });

  it('takes a name that objects have anyway like every other', () => {
    const input = JSON.parse('{"constructor":"a","__proto__":"b"}');
    const read = inputOf(fieldsOf({}, input), new Map([['constructor', 'c']]));
    expect(JSON.stringify(read)).toBe('{"ok":true,"input":{"constructor":"c","__proto__":"b"}}');
  });
});
