/** References within a schema, and schemas made to exhaust code that expands them. */
import { describe, expect, it } from 'vitest';
import { modelSchema } from './model-schema';
import { anything } from './types';

const ANY = anything();
const EMPTY = { type: 'object', properties: {} };

/** The result for one member. */
function member(schema: unknown): unknown {
  const made = modelSchema({ type: 'object', properties: { it: schema } });
  return (made.properties as Record<string, unknown>).it;
}

describe('references', () => {
  it('are written out, with what stands beside them, also by names that a pointer spells out', () => {
    const made = modelSchema({
      type: 'object',
      properties: { a: { $ref: '#/definitions/a~1b%20c', description: 'Here.' } },
      definitions: { 'a/b c': { type: 'string', minLength: 2 } },
    });
    expect(made.properties).toEqual({ a: { type: 'string', description: 'Here.', minLength: 2 } });
  });

  it('that go in circles end after a while, as what they are', () => {
    const made = modelSchema({
      type: 'object',
      properties: { value: { type: 'string' }, next: { $ref: '#' } },
    });
    const text = JSON.stringify(made);
    expect(text).not.toContain('$ref');
    expect(text.match(/"value"/g)?.length).toBe(2);
    expect(text).toContain('"next":{"type":"object","properties":{}}');
    const tight = modelSchema({
      $ref: '#/$defs/a',
      $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
    });
    expect(tight).toEqual(EMPTY);
    expect(modelSchema({ type: 'object', allOf: [{ $ref: '#' }, { $ref: '#' }] })).toEqual(EMPTY);
  });

  it('do not reach what no schema declares', () => {
    expect(member({ $ref: '#/__proto__/toString' })).toEqual(ANY);
    expect(member({ $ref: '#/properties/it/constructor' })).toEqual(ANY);
    expect(
      Object.keys(
        modelSchema(JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'))
          .properties as object,
      ),
    ).toEqual(['__proto__']);
  });
});

describe('schemas that are made to exhaust', () => {
  const size = (schema: unknown) => JSON.stringify(modelSchema(schema)).length;
  /** Each definition refers to the previous one twice: a million in twenty steps. */
  const doubling = (key: 'allOf' | 'anyOf' | 'properties') => {
    const of = (name: string) => {
      const refs = [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}`, title: 'again' }];
      return key === 'properties' ? { type: 'object', properties: { ...refs } } : { [key]: refs };
    };
    const definitions = Array.from({ length: 40 }, (_, at) => [`d${at}`, of(`d${at + 1}`)]);
    return {
      type: 'object',
      properties: { a: { $ref: '#/$defs/d0' } },
      $defs: Object.fromEntries(definitions),
    };
  };

  it.each(['allOf', 'anyOf', 'properties'] as const)('by %s that double come to an end', (key) => {
    expect(size(doubling(key))).toBeLessThan(400_000);
  });

  it('by members, depth, choices and words stay small', () => {
    const many = Array.from({ length: 4_000 }, (_, at) => [`m${at}`, { description: 'x'.repeat(900) }]);
    expect(size({ type: 'object', properties: Object.fromEntries(many) })).toBeLessThan(400_000);
    const deep = Array.from({ length: 90 }).reduce<unknown>((inner) => ({ type: 'array', items: inner }), {});
    expect(size({ type: 'object', properties: { deep } })).toBeLessThan(5_000);
    const choices = Array.from({ length: 5_000 }, (_, at) => `choice ${at}`);
    expect(size({ type: 'object', properties: { choices: { enum: choices } } })).toBeLessThan(1_000);
    const branches = Array.from({ length: 900 }, (_, at) => ({ const: `branch ${at}` }));
    expect(size({ type: 'object', properties: { branches: { anyOf: branches } } })).toBeLessThan(2_000);
  });
});
