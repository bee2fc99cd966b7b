/** How a change of a tool's declaration is classified, field by field. */
import { describe, expect, it, test } from 'vitest';
import { type ChangeWeight, type Declaration, declarationChanges, weightOf } from './declaration-change';

const schema = {
  type: 'object',
  properties: { amount: { type: 'number', maximum: 500 } },
  required: ['amount'],
};
const tool: Declaration = {
  title: 'Pay',
  description: 'Pays an invoice.',
  inputSchema: schema,
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  meta: {},
};

/** "field weight" of everything that differs. */
function changed(now: Partial<Declaration>, before: Partial<Declaration> = {}): string[] {
  const changes = declarationChanges({ ...tool, ...before }, { ...tool, ...now });
  return changes.map(({ field, weight }) => `${field} ${weight}`);
}

const hints = (annotations: Record<string, unknown>) => ({ annotations });

describe('what has changed', () => {
  it('nothing, when only the order of members differs', () => {
    const { type, ...others } = schema;
    expect(changed({ inputSchema: { ...others, type } })).toEqual([]);
    expect(weightOf([])).toBeNull();
  });

  it('words are wording, wherever they stand', () => {
    const said = {
      ...schema,
      properties: { amount: { ...schema.properties.amount, description: 'In euros.' } },
    };
    expect(changed({ title: 'Pay now', inputSchema: said, meta: {} })).toEqual([
      'title wording',
      'inputSchema.properties.amount wording',
    ]);
    expect(changed(hints({ ...tool.annotations, title: 'Other', surprise: 1 }))).toEqual([
      'annotations.title wording',
      'annotations.surprise wording',
    ]);
  });

  test.each<[string, unknown, unknown, string[]]>([
    [
      'destructive no more',
      { destructiveHint: true },
      { destructiveHint: false },
      ['annotations.destructiveHint loosened'],
    ],
    [
      'not destructive, said no more',
      { destructiveHint: false },
      {},
      ['annotations.destructiveHint tightened'],
    ],
    ['said as it was by default', {}, { openWorldHint: true }, ['annotations.openWorldHint wording']],
    [
      'a word instead of a value',
      { idempotentHint: true },
      { idempotentHint: 'yes' },
      ['annotations.idempotentHint tightened'],
    ],
    ['repeatable now', {}, { idempotentHint: true }, ['annotations.idempotentHint loosened']],
    [
      'only reads now, and so destroys nothing',
      {},
      { readOnlyHint: true },
      ['annotations.readOnlyHint loosened', 'annotations.destructiveHint loosened'],
    ],
    [
      'writes now, and nothing says that it destroys nothing',
      { readOnlyHint: true },
      {},
      ['annotations.readOnlyHint tightened', 'annotations.destructiveHint tightened'],
    ],
  ])('hints: %s', (_, before, now, expected) => {
    expect(changed(hints(Object(now)), hints(Object(before)))).toEqual(expected);
  });

  it('an argument is named, and what comes besides', () => {
    const wider = { ...schema, properties: { amount: { type: 'number' }, all: { type: 'boolean' } } };
    expect(changed({ inputSchema: wider })).toEqual([
      'inputSchema.properties.amount loosened',
      'inputSchema.properties.all loosened',
    ]);
    const narrower = { ...schema, properties: { amount: { type: 'number', maximum: 5 } } };
    expect(changed({ inputSchema: narrower })).toEqual(['inputSchema.properties.amount tightened']);
    const open = { ...schema, required: [] };
    expect(changed({ inputSchema: open })).toEqual(['inputSchema loosened']);
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>, ChangeWeight]>([
    ['a preview that is there no more', { preview: 'a' }, {}, 'loosened'],
    ['another preview', { preview: 'a' }, { preview: 'b' }, 'loosened'],
    ['a preview where there was none', {}, { preview: 'a' }, 'tightened'],
    ['may run beside others now', {}, { parallel: true }, 'loosened'],
    ['may not any more', { parallel: true }, {}, 'tightened'],
    ['a tool tells what one call is', {}, { risk: 'a' }, 'loosened'],
    ['another tool tells what one call is', { risk: 'a' }, { risk: 'b' }, 'loosened'],
    ['none tells what one call is any more', { risk: 'a' }, {}, 'tightened'],
    ['another tool tells what became of it', { lookup: 'a' }, { lookup: 'b' }, 'loosened'],
  ])('what it says besides: %s', (_, before, now, weight) => {
    expect(weightOf(declarationChanges({ ...tool, meta: before }, { ...tool, meta: now }))).toBe(weight);
  });

  it('an argument that is called like a word is one where dependencies name it', () => {
    for (const keyword of ['dependentRequired', 'dependencies']) {
      const before = { ...schema, [keyword]: { title: ['approver'], a: ['b'] } };
      const now = { ...schema, [keyword]: { a: ['b'] } };
      expect(changed({ inputSchema: now }, { inputSchema: before })).toEqual(['inputSchema loosened']);
    }
  });

  it('the heaviest counts', () => {
    const changes = declarationChanges(tool, { ...tool, title: 'x', ...hints({ destructiveHint: false }) });
    expect(weightOf(changes)).toBe('loosened');
  });
});
