import { describe, expect, it } from 'vitest';
import { canonicalJson, sha256Hex } from './canonical-json';

describe('canonicalJson', () => {
  it('sorts keys at every level and keeps the order of arrays', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }, 'x'], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1},"x"]}');
  });

  it('gives the same text for the same value, however it was built', () => {
    const parsed: unknown = JSON.parse('{"z":1.0,"a":{"y":-0,"x":1e2}}');
    expect(canonicalJson(parsed)).toBe(canonicalJson({ a: { x: 100, y: 0 }, z: 1 }));
  });

  it('survives a round trip through JSON.parse, awkward strings and keys included', () => {
    const value: unknown = JSON.parse(
      '{"__proto__":{"a":1},"constructor":"c","\\u0000":"\\ud800","emoji":"\\ud83d\\ude00","":[]}',
    );
    const text = canonicalJson(value);
    expect(canonicalJson(JSON.parse(text))).toBe(text);
    expect(text).toContain('"__proto__":{"a":1}');
    expect(Reflect.get({}, 'a')).toBeUndefined();
  });

  it('tells different values apart', () => {
    const values: unknown[] = [
      {},
      [],
      null,
      '',
      '{}',
      0,
      false,
      { a: null },
      { a: [] },
      [null],
      ['a', 'b'],
      ['a,b'],
    ];
    expect(new Set(values.map(canonicalJson)).size).toBe(values.length);
  });

  it.each([
    ['undefined', undefined],
    ['an undefined member', { a: undefined }],
    ['a hole', new Array(1)],
    ['NaN', { a: [Number.NaN] }],
    ['infinity', Number.POSITIVE_INFINITY],
    ['a function', { f: () => 1 }],
    ['a symbol', Symbol('s')],
    ['a bigint', 1n],
    ['a date', new Date(0)],
    ['a map', new Map([['a', 1]])],
    ['a class instance', new (class Thing {})()],
  ])('refuses %s', (_name, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  it('refuses what is nested too deeply or contains itself, without exhausting the stack', () => {
    const circle: Record<string, unknown> = {};
    circle.again = circle;
    expect(() => canonicalJson(circle)).toThrow(TypeError);
    expect(() => canonicalJson(JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)))).toThrow(TypeError);
  });
});

describe('sha256Hex', () => {
  it('hashes the UTF-8 bytes', () => {
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256Hex('ä')).not.toBe(sha256Hex('a'));
  });
});
