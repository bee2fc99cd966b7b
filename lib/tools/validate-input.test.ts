import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { validateInput } from './validate-input';

function check(inputSchema: object, input: unknown, trusted = true) {
  return validateInput({ name: 'tool', trusted, inputSchema: { type: 'object', ...inputSchema } }, input);
}

function complaint(inputSchema: object, input: unknown, trusted = true): string {
  const result = check(inputSchema, input, trusted);
  return result.ok ? '' : result.message;
}

const property = (schema: unknown) => ({ properties: { field: schema } });

describe('validateInput', () => {
  it('gives the value back as it was', () => {
    const input = { field: 'x', other: [1, { a: null }] };
    const result = check(property({ type: 'string', default: 'y' }), input);
    expect(result).toEqual({ ok: true, value: input });
    expect(result.ok && result.value).toBe(input);
    expect(check(property({ type: 'string', default: '*' }), {})).toEqual({ ok: true, value: {} });
  });

  it.each([
    ['a missing field', { required: ['field'] }, {}],
    ['a field that nobody knows', { properties: { known: {} }, additionalProperties: false }, { field: 1 }],
    ['a wrong type', property({ type: 'string' }), { field: 1 }],
    ['one of several types', property({ type: ['string', 'null'] }), { field: 1 }],
    ['a fraction', property({ type: 'integer' }), { field: 1.5 }],
    ['another choice', property({ enum: ['a', 'b'] }), { field: 'c' }],
    ['another constant', property({ const: 1 }), { field: '1' }],
    ['an empty text', property({ type: 'string', minLength: 1 }), { field: '' }],
    ['a long text', property({ maxLength: 2 }), { field: 'abc' }],
    ['no date', property({ format: 'date' }), { field: '2026-02-30' }],
    ['no time', property({ format: 'date-time' }), { field: '2026-02-03' }],
    ['no mail address', property({ format: 'email' }), { field: 'a b@c' }],
    ['no UUID', property({ format: 'uuid' }), { field: '123' }],
    ['a pattern', property({ pattern: '^\\d+\\.\\d{2}$' }), { field: '450' }],
    ['too small', property({ minimum: 1 }), { field: 0 }],
    ['too large', property({ exclusiveMaximum: 1 }), { field: 1 }],
    ['no multiple', property({ multipleOf: 0.01 }), { field: 0.005 }],
    ['too few entries', property({ type: 'array', minItems: 1 }), { field: [] }],
    ['an entry', property({ items: property({ type: 'string' }) }), { field: [{}, { field: 2 }] }],
    ['a position', property({ prefixItems: [{ type: 'string' }], items: false }), { field: ['a', 2] }],
    ['a member of any name', property({ additionalProperties: { type: 'number' } }), { field: { x: 'a' } }],
    ['no alternative', property({ anyOf: [{ type: 'string' }, { type: 'null' }] }), { field: 1 }],
    ['one of all parts', property({ allOf: [{ type: 'string' }, { minLength: 2 }] }), { field: 'a' }],
    [
      'a reference',
      { ...property({ $ref: '#/$defs/a~1b%20c' }), $defs: { 'a/b c': { type: 'string' } } },
      { field: 1 },
    ],
    [
      'a reference of draft 7',
      { ...property({ $ref: '#/definitions/x' }), definitions: { x: false } },
      { field: 1 },
    ],
  ])('refuses %s and names the field', (_what, schema, input) => {
    expect(complaint(schema, input)).toContain('field');
  });

  it.each([
    ['a null that is allowed', property({ type: 'string', nullable: true }), { field: null }],
    [
      'an alternative',
      property({ oneOf: [{ type: 'string' }, { type: 'string', maxLength: 9 }] }),
      { field: 'a' },
    ],
    ['hundredths', property({ multipleOf: 0.01 }), { field: 19.99 }],
    ['a remote reference', property({ $ref: 'http://169.254.169.254/schema.json' }), { field: 1 }],
    ['a reference to nowhere', property({ $ref: '#/$defs/none' }), { field: 1 }],
    [
      'unknown keywords and types',
      property({ type: 'date', not: {}, if: {}, format: 'colour' }),
      { field: 1 },
    ],
    ['a pattern that is none', property({ pattern: '(' }), { field: 'a' }],
    ['members with patterns', { patternProperties: { '^x': {} }, additionalProperties: false }, { x1: 1 }],
    [
      'a schema of nonsense',
      { properties: 7, required: 'field', anyOf: {}, items: 'x', enum: 3 },
      { field: 1 },
    ],
    [
      'names of prototypes',
      { properties: { constructor: { type: 'string' } } },
      { constructor: 'a', toString: 1 },
    ],
  ])('takes %s', (_what, schema, input) => {
    expect(check(schema, input)).toEqual({ ok: true, value: input });
  });

  it('does not take inherited members for given ones', () => {
    expect(complaint({ required: ['constructor'] }, {})).toContain('constructor');
    expect(complaint({ properties: {}, additionalProperties: false }, { toString: 1 })).toContain('toString');
  });

  it.each([
    ['nothing', undefined],
    ['a list', []],
    ['a text', '{}'],
    ['an own __proto__', JSON.parse('{"a":[{"__proto__":{"x":1}}]}')],
    ['what is not JSON', { a: Number.NaN }],
    ['endless nesting', { a: JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)) }],
  ])('refuses %s', (_what, input) => {
    expect(check({}, input).ok).toBe(false);
  });

  it('runs no pattern of an untrusted server', () => {
    const schema = property({ type: 'string', pattern: '^(a+)+$' });
    expect(check(schema, { field: `${'a'.repeat(40)}!` }, false).ok).toBe(true);
  });

  it('leaves a pattern that would take for ever to its server, a trusted one too, and the others after it', () => {
    const hostile = { type: 'string', pattern: '^(a+)+$' };
    const schema = property({ type: 'array', items: hostile });
    const field = Array.from({ length: 1_000 }, () => `${'a'.repeat(40)}!`);
    expect(check(schema, { field }, true).ok).toBe(true);
    expect(check(property({ type: 'string', pattern: '^b' }), { field: 'a' }, true).ok).toBe(false);
  });

  it('gives up on schemas made to exhaust it', () => {
    const doubling: Record<string, unknown> = {};
    for (let level = 0; level < 40; level++) {
      const next = { $ref: `#/$defs/d${level + 1}` };
      doubling[`d${level}`] = { anyOf: [{ allOf: [next, next] }, { allOf: [next, next] }] };
    }
    doubling.d40 = { type: 'string' };
    expect(check({ ...property({ $ref: '#/$defs/d0' }), $defs: doubling }, { field: 1 }).ok).toBe(true);
    expect(check({ $ref: '#' }, { field: 1 }).ok).toBe(true);
    const long = { field: 'a'.repeat(190_000) };
    expect(check({ ...property({ $ref: '#/$defs/d0' }), $defs: doubling }, long).ok).toBe(true);
  });

  it('refuses more than a model can say', () => {
    expect(complaint({}, { field: 'x'.repeat(300_000) })).toContain('at most 200000 characters');
  });

  it('understands what zod makes of a strict tool input', () => {
    const input = z.strictObject({
      customerId: z.uuid(),
      lines: z.array(z.strictObject({ description: z.string().min(1), unitPrice: z.string() })).min(1),
      dueDate: z.iso.date().optional(),
    });
    const schema = z.toJSONSchema(input);
    const id = '0197f0a2-7c3e-7000-8000-0123456789ab';
    const good = { customerId: id, lines: [{ description: 'Visit', unitPrice: '450.00' }] };
    expect(check(schema, good).ok).toBe(true);
    const message = complaint(schema, { ...good, lines: [{ unitPrice: 450 }], due: 'tomorrow' });
    for (const part of ['lines[0].description', 'lines[0].unitPrice', '"due"', 'dueDate']) {
      expect(message).toContain(part);
    }
  });

  it.each([
    ['id', '{"id":9007199254740993}'],
    ['lines[1].id', '{"lines":[{"id":1},{"id":-9007199254740993}]}'],
    ['a.b', '{"a":{"b":123456789012345678901234567890}}'],
  ])('refuses a whole number that would be sent as another one, and names it: %s', (path, json) => {
    expect(complaint({}, JSON.parse(json))).toContain(`"${path}" is a whole number beyond`);
  });

  it('takes whole numbers that are carried exactly, and texts of any', () => {
    const input = { a: Number.MAX_SAFE_INTEGER, b: -Number.MAX_SAFE_INTEGER, c: 0.1, d: '9007199254740993' };
    expect(check({}, input)).toEqual({ ok: true, value: input });
  });
});
