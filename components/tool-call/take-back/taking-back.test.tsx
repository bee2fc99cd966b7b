// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { AmberMessage } from '@/lib/runs/chat-view';
import { TakeBackCall, TakingBackProvider } from './taking-back';

type Part = AmberMessage['parts'][number];

function call(id: string, tool: string, input = {}): Part {
  return {
    ...{ type: 'dynamic-tool', toolName: `workspace__${tool}`, toolCallId: id, state: 'output-available' },
    input,
    toolMetadata: { server: 'workspace', tool, trusted: true },
    output: { content: [], structuredContent: { message: 'Done.', undo: id } },
  } as unknown as Part;
}

const before = [{ id: 'm1', role: 'assistant', parts: [call('a', 'write_file')] }] as AmberMessage[];
const parts = [call('b', 'workspace_undo', { callId: 'a', all: false })];
const after = [...before, { id: 'm2', role: 'assistant', parts }] as AmberMessage[];

const row = (messages: AmberMessage[]) => (
  <TakingBackProvider takeBack={async () => {}} isBusy={false} messages={messages}>
    <TakeBackCall undo="a" name="Write file" />
  </TakingBackProvider>
);

afterEach(cleanup);

it('keeps the keyboard on the row whose call was taken back by it', () => {
  const { rerender } = render(row(before));
  const button = screen.getByRole('button', { name: 'Take back: Write file' });
  button.focus();
  fireEvent.click(button);
  button.blur();
  rerender(row(after));
  expect(document.activeElement).toBe(screen.getByText('Taken back'));
});

it('takes no keyboard where nobody has pressed it', () => {
  render(row(after));
  expect(document.activeElement).toBe(document.body);
});
