import { describe, expect, it } from 'vitest';
import { resultFields } from './result-fields';

const INVOICES = {
  type: 'object',
  $defs: {
    customer: {
      type: 'object',
      properties: { id: { type: 'string' }, name: { type: 'string', title: 'Client' } },
    },
  },
  properties: {
    items: {
      type: 'array',
      description: 'The invoices',
      items: {
        type: 'object',
        properties: {
          number: { type: 'string' },
          dueDate: {
            type: 'string',
            format: 'date',
            title: 'Payable by',
            description: 'The day after\nwhich it is late',
          },
          customer: { $ref: '#/$defs/customer', description: 'Who owes it' },
          status: {
            oneOf: [
              { const: 'open', title: 'Not paid yet' },
              { const: 'paid', title: 'Paid' },
            ],
          },
          paidAt: { anyOf: [{ type: 'string', format: 'date-time', title: 'Paid on' }, { type: 'null' }] },
        },
      },
    },
  },
};

describe('the fields of a result', () => {
  it('are those of which the schema says anything, by their path without lists', () => {
    expect(resultFields(INVOICES)).toEqual([
      { path: ['items'], about: 'The invoices' },
      {
        path: ['items', 'dueDate'],
        title: 'Payable by',
        about: 'The day after which it is late',
        format: 'date',
      },
      { path: ['items', 'customer'], about: 'Who owes it' },
      { path: ['items', 'customer', 'name'], title: 'Client' },
      { path: ['items', 'status'], values: { open: 'Not paid yet', paid: 'Paid' } },
      { path: ['items', 'paidAt'], title: 'Paid on', format: 'date-time' },
    ]);
  });

  it.each([
    [undefined],
    [null],
    [true],
    ['text'],
    [[]],
    [{}],
    [{ properties: [] }],
    [{ items: 3 }],
    [{ $ref: 'https://elsewhere.example/' }],
  ])('are none of %j', (schema) => {
    expect(resultFields(schema)).toEqual([]);
  });

  it('end, whatever a schema refers to and however large it is', () => {
    const circle = {
      $defs: { a: { title: 'A', properties: { again: { $ref: '#/$defs/a' } } } },
      $ref: '#/$defs/a',
    };
    expect(resultFields(circle).length).toBeLessThanOrEqual(6);
    const itself = { properties: { x: { $ref: '#/properties/x' } } };
    expect(resultFields(itself)).toEqual([]);
    const wide = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, at) => [`f${at}`, { title: 't'.repeat(5_000) }]),
    );
    const fields = resultFields({ properties: wide });
    expect(fields.length).toBeLessThanOrEqual(60);
    expect(JSON.stringify(fields).length).toBeLessThan(2_500);
  });

  it('are looked for in few steps, however much a schema refers to', () => {
    let looks = 0;
    const look = () => {
      looks += 1;
      if (looks > 50_000) throw new Error('It looks too often.');
    };
    const watched = (schema: object) =>
      new Proxy(schema, {
        get: (target, key) => {
          look();
          return Reflect.get(target, key);
        },
      });
    const itself = Array.from({ length: 300 }, (_, at) => [`r${at}`, { $ref: '#' }]);
    const others = Array.from({ length: 1_000 }, (_, at) => [`p${at}`, watched({ $ref: '#/a' })]);
    const properties = Object.fromEntries([...itself, ...others]);
    expect(resultFields({ type: 'object', properties, a: watched({ type: 'null' }) })).toEqual([]);
    expect(resultFields({ type: 'object', properties, a: watched({ $ref: '#/b' }) })).toEqual([]);
  });

  it('are not looked for by an endless path', () => {
    const deep = { $ref: `#${'/a'.repeat(20_000)}` };
    const a: Record<string, unknown> = { title: 'A' };
    a.a = a;
    expect(resultFields({ properties: { deep }, a })).toEqual([]);
  });

  it('take hostile words as words, and property names of programs as names', () => {
    const schema = JSON.parse(
      '{"properties": {"__proto__": {"title": "<img src=x onerror=alert(1)>"}, "constructor": {"title": "c\\u0000\\ud800"}, "f": {"format": "javascript:", "title": 7}}}',
    );
    expect(resultFields(schema)).toEqual([
      { path: ['__proto__'], title: '<img src=x onerror=alert(1)>' },
      { path: ['constructor'], title: 'c\ufffd\ufffd' },
    ]);
    expect(Object.getPrototypeOf({}).title).toBeUndefined();
  });
});
