// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AmberMessage } from '@/lib/runs/chat-view';
import { isBehind, useSteady } from './use-steady';

const answer = (id: string, ...texts: string[]): AmberMessage => ({
  id,
  role: 'assistant',
  parts: texts.map((text) => ({ type: 'text', text })),
});

afterEach(() => void vi.useRealTimers());

describe('isBehind', () => {
  it('is the same message with less in it', () => {
    expect(isBehind(answer('a', 'One'), answer('a', 'One two'))).toBe(true);
    expect(isBehind(answer('a', 'One two'), answer('a', 'One', 'two'))).toBe(true);
  });

  it('is neither one that has grown nor another one', () => {
    expect(isBehind(answer('a', 'One two'), answer('a', 'One'))).toBe(false);
    expect(isBehind(answer('b', 'One'), answer('a', 'One two'))).toBe(false);
    expect(isBehind(answer('a', 'One'), undefined)).toBe(false);
  });
});

describe('useSteady', () => {
  const show = (...messages: AmberMessage[]) =>
    renderHook(({ shown }) => useSteady(shown), { initialProps: { shown: messages } });

  it('keeps what is shown until the new reading has caught up', () => {
    const page = show(answer('a', 'One two'));
    page.rerender({ shown: [answer('a', 'One')] });
    expect(page.result.current).toEqual([answer('a', 'One two')]);
    page.rerender({ shown: [answer('a', 'One two three')] });
    expect(page.result.current).toEqual([answer('a', 'One two three')]);
  });

  it('accepts after a while that the message is shorter now', () => {
    vi.useFakeTimers();
    const page = show(answer('a', 'One two'));
    page.rerender({ shown: [answer('a', 'One')] });
    act(() => void vi.advanceTimersByTime(300));
    expect(page.result.current).toEqual([answer('a', 'One')]);
  });

  it('accepts it as well when it becomes shorter once more at that very moment', () => {
    vi.useFakeTimers();
    const page = show(answer('a', 'One two three'));
    page.rerender({ shown: [answer('a', 'One two')] });
    act(() => {
      vi.advanceTimersByTime(300);
      page.rerender({ shown: [answer('a', 'One')] });
    });
    act(() => void vi.advanceTimersByTime(300));
    expect(page.result.current).toEqual([answer('a', 'One')]);
  });
});
