/**
 * The inverse of a call, declared by a server: parsed with care, only for trusted servers, and classified as a
 * loosening when it appears or changes.
 */
import { describe, expect, it } from 'vitest';
import { undoArguments, undoHintIn } from '@/mcp/serving/undo';
import { declarationChanges, weightOf } from './declaration-change';
import { declaredTool } from './declared-tool';
import { declaredListing, serverListing } from './server-listing';

const inputSchema = { type: 'object', properties: {} };
const HINT = { tool: 'put_back', arguments: { id: '$input.id', version: '$result.item.version' } };
const raw = (name: string, undo?: unknown, annotations: object = {}) => ({
  name,
  inputSchema,
  annotations,
  ...(undo !== undefined && { _meta: { 'amber/undo': undo } }),
});
const listed = (trusted: boolean, ...tools: object[]) => serverListing(declaredListing(tools), { trusted });

describe('an inverse', () => {
  it('counts for trusted servers, and another one is off until an admin has looked', () => {
    const tools = [raw('change', HINT), raw('put_back')];
    expect(listed(true, ...tools).tools[0]).toMatchObject({ undo: HINT });
    expect(listed(false, ...tools).tools[0]).not.toHaveProperty('undo');
    const weigh = (before: unknown, now: unknown) =>
      weightOf(
        declarationChanges(
          declaredTool(raw('change', before)).declaration,
          declaredTool(raw('change', now)).declaration,
        ),
      );
    expect(weigh(undefined, HINT)).toBe('loosened');
    expect(weigh(HINT, { ...HINT, tool: 'wipe' })).toBe('loosened');
    expect(weigh(HINT, { ...HINT, arguments: { id: 'everything' } })).toBe('loosened');
    expect(weigh(HINT, undefined)).toBe('tightened');
    expect(weigh(HINT, HINT)).toBeNull();
  });

  it('is a tool of the same server that does more than read, of one that does as well', () => {
    const reads = { readOnlyHint: true };
    const missing = listed(true, raw('change', HINT));
    expect(missing.tools[0]).not.toHaveProperty('undo');
    expect(missing.problems.join()).toContain('"change" cannot be taken back');
    expect(listed(true, raw('change', HINT), raw('put_back', undefined, reads)).tools[0]).not.toHaveProperty(
      'undo',
    );
    expect(listed(true, raw('look', HINT, reads), raw('put_back')).tools[0]).not.toHaveProperty('undo');
  });

  it.each([
    'put_back',
    {},
    { tool: '' },
    { tool: 7 },
    { tool: 'a', arguments: [] },
    { tool: 'a', arguments: { id: '$inputs.id' } },
    { tool: 'a', arguments: { id: '$input' } },
    { tool: 'a', arguments: { id: '$result..id' } },
    { tool: 'a', arguments: { id: '$call.id' } },
    { tool: 'a', arguments: { id: { a: { b: { c: { d: { e: { f: 1 } } } } } } } },
    { tool: 'a', arguments: { id: 'x'.repeat(5_000) } },
    { tool: 'a', arguments: {}, when: 'changed' },
    { tool: 'a', arguments: JSON.parse('{"__proto__": {"id": 1}}') },
  ])('is not %j', (said) => {
    expect(undoHintIn(said)).toBeUndefined();
  });

  it('is called with what the call holds, by own properties alone', () => {
    const call = {
      id: 'c1',
      input: { id: 'i', list: [{ of: 1 }] },
      result: { item: { version: 3 }, ok: true },
    };
    const args = (given: object, when?: string) => {
      const hint = undoHintIn({ tool: 'a', arguments: given, ...(when && { when }) });
      return hint && undoArguments(hint, call);
    };
    expect(
      args({ id: '$input.id', v: '$result.item.version', of: ['$call', '$input.list.0.of'], n: 7 }),
    ).toEqual({
      id: 'i',
      v: 3,
      of: ['c1', 1],
      n: 7,
    });
    for (const path of ['$input.none', '$input.constructor', '$result.item.toString', '$input.id.length'])
      expect(args({ id: path })).toBeUndefined();
    expect(args({}, '$result.ok')).toEqual({});
    expect(args({}, '$result.item')).toBeUndefined();
    expect(args({}, '$input.ok')).toBeUndefined();
  });
});
