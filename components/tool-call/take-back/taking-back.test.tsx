// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { AmberMessage } from '@/lib/runs/chat-view';
import { TakeBackCall, TakenBackLines, TakingBackProvider } from './taking-back';

type Part = AmberMessage['parts'][number];

function call(id: string, tool: string, input = {}): Part {
  return {
    type: 'dynamic-tool',
    toolName: `workspace__${tool}`,
    toolCallId: id,
    state: 'output-available',
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

it('says that what was changed is as it was, of both answers, and names what a second taking back would do', () => {
  const named = (part: Part, title: string) =>
    ({ ...part, toolMetadata: { ...Object(part).toolMetadata, title } }) as Part;
  const first = [named(call('a', 'write_file'), 'Write file')];
  const second = [named(call('b', 'workspace_undo', { callId: 'a', all: false }), 'Take back')];
  const messages = [
    { id: 'm1', role: 'assistant', parts: first },
    { id: 'm2', role: 'assistant', parts: second },
  ] as AmberMessage[];
  const shown = (all: AmberMessage[]) => (
    <TakingBackProvider takeBack={async () => {}} isBusy={false} messages={all}>
      <TakenBackLines parts={first} />
      <TakenBackLines parts={second} />
      <TakeBackCall undo="b" name="Take back" />
    </TakingBackProvider>
  );
  const lines = () => screen.queryAllByTestId('taken-back').map(({ textContent }) => textContent);
  const { rerender } = render(shown(messages));
  expect(lines()).toEqual([
    '“Write file” was taken back afterwards.',
    '“Write file” is taken back. What it changed is as it was before.',
  ]);
  expect(screen.getByRole('button').textContent).toBe('Redo: Write file');
  rerender(shown(messages.slice(0, 1)));
  expect(lines()).toEqual([]);
});
