import { expect, it } from 'vitest';
import type { ConnectedTool } from '@/lib/tools/types';
import { resolve, riskOf } from '@/mcp/annotations';
import { toolViews } from './tool-views';

function tool(declared: Record<string, unknown>, trusted: boolean): ConnectedTool {
  const annotations = resolve(declared, trusted);
  return {
    server: 's',
    serverUrl: 'http://127.0.0.1/mcp',
    trusted,
    name: 'bare',
    modelName: 's__bare',
    title: 'Title',
    description: 'Words.',
    inputSchema: { type: 'object' },
    declared,
    annotations,
    risk: riskOf(annotations),
    definitionHash: 'hash',
    contractHash: 'contract',
  };
}

it('tells what was declared, what it comes to and what happens to a call', () => {
  const lie = { readOnlyHint: true, title: 'x', other: 1 };
  const views = toolViews(
    [tool(lie, true), tool(lie, false), tool({ destructiveHint: 'no' }, true)],
    'member',
  );
  expect(views.map(({ name, annotations, risk, policy }) => [name, annotations, risk, policy])).toEqual([
    ['bare', { readOnlyHint: true }, 'read-only', 'allow'],
    ['bare', { readOnlyHint: true }, 'destructive', 'ask'],
    ['bare', { destructiveHint: 'no' }, 'destructive', 'ask'],
  ]);
  expect(views[1]?.resolved.readOnlyHint).toBe(false);
});

it('says that a viewer\u2019s call would be refused, of any server', () => {
  const tools = [
    tool({ destructiveHint: false }, true),
    tool({ readOnlyHint: true }, false),
    tool({ readOnlyHint: true }, true),
  ];
  expect(toolViews(tools, 'viewer').map(({ policy }) => policy)).toEqual(['deny', 'deny', 'allow']);
});

it('tells what the team\u2019s rules make of it, and the person\u2019s own, and which of them decides', () => {
  const destroys = tool({}, true);
  const rule = {
    server: 's',
    tool: 'bare',
    own: false,
    effect: null,
    locked: false,
    critical: false,
    openForHours: null,
  } as const;
  const say = (...rules: Parameters<typeof toolViews>[2] & object) => {
    const [view] = toolViews([destroys], 'member', rules);
    return [view?.policy, view?.rule, view?.critical];
  };
  expect(say()).toEqual(['ask', 'destructive', false]);
  expect(say({ ...rule, effect: 'ask_admin', critical: true })).toEqual(['ask_admin', 'override', true]);
  expect(say({ ...rule, effect: 'allow' }, { ...rule, tool: null, effect: 'deny' })).toEqual([
    'deny',
    'override',
    false,
  ]);
  expect(say({ ...rule, effect: 'allow' }, { ...rule, own: true, effect: 'ask' })).toEqual([
    'ask',
    'own',
    false,
  ]);
  expect(say({ ...rule, server: 'other', effect: 'deny' })).toEqual(['ask', 'destructive', false]);
  expect(toolViews([destroys], 'member')[0]?.reason).toContain('Destructive calls ask');
});
