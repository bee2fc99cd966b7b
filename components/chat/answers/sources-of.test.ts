import { expect, it } from 'vitest';
import type { AmberMessage } from '@/lib/runs/chat-view';
import { sourcesOf } from './sources-of';

const call = (id: string, tool: string, more: object = {}): AmberMessage['parts'][number] => ({
  type: 'dynamic-tool',
  toolCallId: id,
  toolName: tool,
  state: 'output-available',
  input: {},
  output: {},
  toolMetadata: { title: `Title of ${tool}` },
  ...more,
});

it('names each tool that has answered once, and none that failed, waits or has no row', () => {
  const parts = [
    call('1', 'list'),
    call('2', 'get', { state: 'output-error', errorText: 'no' }),
    call('3', 'list'),
    call('4', 'look', { toolMetadata: { title: 'Look', silent: true } }),
    { type: 'text' as const, text: 'Six.' },
    call('5', 'bare', { toolMetadata: undefined }),
  ];
  expect(sourcesOf({ parts })).toEqual([
    { id: '1', title: 'Title of list', count: 2 },
    { id: '5', title: 'bare', count: 1 },
  ]);
  const said = { type: 'text' as const, text: 'Six.' };
  const many = Array.from({ length: 40 }, (_, nth) => call(`${nth}`, `t${nth}`));
  expect(sourcesOf({ parts: [...many, said] })).toHaveLength(8);
  // Before any text, and while a call is pending, no source is shown.
  expect(sourcesOf({ parts: many })).toEqual([]);
  expect(sourcesOf({ parts: [...many, said, call('w', 'wait', { state: 'approval-requested' })] })).toEqual(
    [],
  );
});
