import { describe, expect, it } from 'vitest';
import { countOf, isLong, isSecretName, valueRows } from './value-rows';

const shown = (value: unknown) =>
  valueRows(value).map((row) => [
    row.path,
    row.value.kind === 'secret' ? row.value.placeholder : row.value.text,
  ]);

describe('rows of a value', () => {
  it('flattens lists and objects to readable paths', () => {
    const input = {
      customerId: 'c1',
      lines: [{ description: 'Site visit', quantity: 3, unitPrice: '450.00' }],
    };
    expect(shown(input)).toEqual([
      ['customerId', 'c1'],
      ['lines[0].description', 'Site visit'],
      ['lines[0].quantity', '3'],
      ['lines[0].unitPrice', '450.00'],
    ]);
  });

  it('keeps names that look like a path, or like a part of the language, apart', () => {
    expect(shown(JSON.parse('{"a.b": 1, "a": {"b": 2}, "__proto__": 3, "constructor": {"x y": 4}}'))).toEqual(
      [
        ['["a.b"]', '1'],
        ['a.b', '2'],
        ['__proto__', '3'],
        ['constructor["x y"]', '4'],
      ],
    );
  });

  it('does not let a string pass for another kind of value', () => {
    expect(shown({ a: true, b: 'true', c: null, d: 'null', e: '', f: ' x', g: '"q"' })).toEqual([
      ['a', 'true'],
      ['b', '"true"'],
      ['c', 'null'],
      ['d', '"null"'],
      ['e', '""'],
      ['f', '" x"'],
      ['g', '"\\"q\\""'],
    ]);
  });

  it('says when there is nothing inside', () => {
    expect(shown({ list: [], object: {} })).toEqual([
      ['list', 'Empty list'],
      ['object', 'Empty'],
    ]);
  });

  it('puts a typed placeholder in the place of a secret', () => {
    const input = { apiToken: 'x'.repeat(40), password: ['abc', ['d']], note: 'token: abc' };
    expect(shown(input)).toEqual([
      ['apiToken', 'Secret, 40 characters'],
      ['password[0]', 'Secret, 3 characters'],
      ['password[1][0]', 'Secret, 1 character'],
      ['note', 'token: abc'],
    ]);
  });

  it('takes for a secret what a name beside it calls one', () => {
    const rows = valueRows([
      { key: 'api_key', value: 'abc' },
      { key: 'city', value: 'Kiel' },
    ]);
    expect(rows.map(({ value }) => value.kind)).toEqual(['text', 'secret', 'text', 'text']);
  });

  it('shows what stands under a name of its own, also inside something that is called a secret', () => {
    const input = { credentials: { command: 'rm -rf /', apiKey: 'abc', list: [{ to: 'x@y.test' }] } };
    expect(shown(input)).toEqual([
      ['credentials.command', 'rm -rf /'],
      ['credentials.apiKey', 'Secret, 3 characters'],
      ['credentials.list[0].to', 'x@y.test'],
    ]);
  });

  it('never hides what is nested too deeply', () => {
    const deep = JSON.parse(`${'{"token":'.repeat(40)}"end"${'}'.repeat(40)}`);
    expect(valueRows(deep)[0]?.value.kind).not.toBe('secret');
  });

  it('shows what is nested too deeply as JSON, complete', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(40)}"end"${'}'.repeat(40)}`);
    const [row, ...others] = valueRows(deep);
    expect(others).toEqual([]);
    expect(row?.value.text).toContain('"end"');
  });
});

describe('names of secrets', () => {
  it.each([
    'password',
    'apiKey',
    'api_key',
    'X-Api-Key',
    'clientSecret',
    'accessToken',
    'Authorization',
    'db.password',
  ])('%s is one', (name) => expect(isSecretName(name)).toBe(true));
  it.each(['name', 'tokens', 'secretary', 'maxTokens', 'customerId', 'key', 'passport'])(
    '%s is none',
    (name) => expect(isSecretName(name)).toBe(false),
  );
});

describe('length', () => {
  it('is counted in code points', () => {
    expect(countOf('🙂'.repeat(4210))).toBe('4,210 characters');
    expect(countOf('a')).toBe('1 character');
  });

  it('is long by characters or by lines', () => {
    expect(isLong('x'.repeat(200))).toBe(false);
    expect(isLong('x'.repeat(300))).toBe(true);
    expect(isLong('a\n\n\n\n\n\n\nb')).toBe(true);
  });
});
