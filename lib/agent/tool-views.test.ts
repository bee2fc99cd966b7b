import { expect, it } from 'vitest';
import type { ConnectedTool } from '@/lib/connections/types';
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
