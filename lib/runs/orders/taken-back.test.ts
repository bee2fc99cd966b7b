import { describe, expect, it } from 'vitest';
import type { AmberMessage } from '@/lib/runs/chat-view';
import { takenBack, workspaceUndosOf } from './taken-back';

type Part = AmberMessage['parts'][number];

function call(
  id: string,
  { tool = 'write_file', input = {}, server = 'workspace', trusted = true } = {},
): Part {
  return {
    type: 'dynamic-tool',
    toolName: `${server}__${tool}`,
    toolCallId: id,
    state: 'output-available',
    input,
    toolMetadata: { server, tool, trusted },
    output: { content: [], structuredContent: { message: 'Done.', undo: id } },
  } as unknown as Part;
}
const back = (id: string, callId: string, all = false) =>
  call(id, { tool: 'workspace_undo', input: { callId, all } });
const chat = (...answers: Part[][]) =>
  answers.map((parts, at): AmberMessage => ({ id: `m${at}`, role: 'assistant', parts }));

describe('what is taken back', () => {
  it('is what a call that takes back was about, or all of its answer', () => {
    const answer = [call('a'), call('b')];
    expect([...takenBack(chat(answer)).taken]).toEqual([]);
    expect([...takenBack(chat(answer, [back('c', 'a')])).taken]).toEqual(['a']);
    expect([...takenBack(chat(answer, [back('c', 'b', true)])).taken]).toEqual(['a', 'b']);
  });

  it('stands again once that was taken back itself', () => {
    const answers = chat([call('a'), call('b')], [back('c', 'a', true)], [back('d', 'c')]);
    expect([...takenBack(answers).taken]).toEqual(['c']);
  });

  it('is only what our own workspace says', () => {
    expect(
      workspaceUndosOf([call('a'), call('b', { server: 'other' }), call('c', { trusted: false })]),
    ).toEqual(['a']);
  });
});
