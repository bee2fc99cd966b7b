// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import type { AmberMessage } from '@/lib/runs/chat-view';
import { Message } from './message';

const ok = async () => ({ ok: true }) as const;
const answer = (...parts: AmberMessage['parts']) => (
  <Message
    message={{ id: 'a', role: 'assistant', parts }}
    live={parts.length === 0}
    isPast={false}
    mode="default"
    viewer={{ id: 'u1' }}
    onDecide={ok}
    unknownCalls={{ resolve: ok, check: async () => ({ ok: false, message: '' }) }}
  />
);

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('says at once that it goes on where the page is opened in the middle of it, and after a moment elsewhere', () => {
  expect(renderToString(answer())).toContain('Thinking');
  vi.useFakeTimers();
  render(answer());
  expect(screen.getByRole('status').textContent).toBe('');
  act(() => vi.advanceTimersByTime(300));
  expect(screen.getByRole('status').textContent).toBe('Thinking');
});

it('says of a table in which it was broken off that it was cut', () => {
  const text = 'Here they are:\n\n| Name | Open |\n|---|--:|\n| Pike | 3 |\n| Hal';
  const end = { type: 'data-notice' as const, data: { text: 'Stopped.', isEnd: true } };
  const { container } = render(answer({ type: 'text', text, state: 'done' }, end));
  expect(container.textContent).toContain('The table was cut off here.Stopped.');
  expect(container.textContent).not.toContain('Hal');
});
