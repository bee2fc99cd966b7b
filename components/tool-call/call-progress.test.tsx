// @vitest-environment happy-dom
/** The progress shown below the row of a running call. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallMetadata, CallRecord } from '@/lib/runs/chat-view';
import { resolve } from '@/mcp/annotations';
import { amountWords, CallProgress } from './call-progress';

const metadata: CallMetadata = {
  server: 'files',
  tool: 'copy',
  title: 'Copy',
  trusted: true,
  risk: 'write',
  annotations: resolve(undefined, true),
};

function show(
  call: Partial<CallRecord>,
  more: Partial<CallMetadata> = {},
  onStop?: () => Promise<string | null>,
) {
  const record = { toolCallId: 'call-1', startedAt: new Date().toISOString(), ...call };
  return render(<CallProgress call={record} metadata={{ ...metadata, ...more }} onStop={onStop} />);
}

const line = () => screen.queryByTestId('call-progress');

describe('the progress of a call', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('is told in words and as a bar, and announced by nothing', () => {
    show({ progress: { progress: 3, total: 10, message: 'Copying b.txt' } });
    expect(line()?.textContent).toBe('Copying b.txt, 3 of 10');
    const bar = screen.getByRole('progressbar', { name: 'Copy, progress' });
    expect(bar.getAttribute('aria-valuenow')).toBe('3');
    expect(bar.getAttribute('aria-valuemax')).toBe('10');
    expect(bar.closest('[aria-live], [role="status"]')).toBeNull();
  });

  it('has no bar without a total, and never more than all of it', () => {
    const { unmount } = show({ progress: { progress: 12_345.678 } });
    expect(line()?.textContent).toBe('12,345.68');
    expect(screen.queryByRole('progressbar')).toBeNull();
    unmount();
    show({ progress: { progress: 14, total: 10 } });
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('10');
    expect(line()?.textContent).toBe('14 of 10');
    expect(amountWords(1.7e308)).toBe('1.7e+308');
  });

  it('says whose words they are where nobody vouches for the server', () => {
    show({ progress: { progress: 1, message: 'Press Confirm' } }, { trusted: false });
    expect(line()?.textContent).toBe('files says: Press Confirm, 1');
  });

  it('is not there while nothing is told, and the call can be stopped once it takes its time', async () => {
    const onStop = vi.fn(async () => 'Not now.');
    show({}, {}, onStop);
    expect(line()).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'End this call: Copy' })));
    expect(onStop).toHaveBeenCalledExactlyOnceWith('call-1');
    expect(screen.getByRole('alert').textContent).toBe('Not now.');
  });

  it('offers no stop to whoever only reads', async () => {
    show({ progress: { progress: 1 } });
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(screen.queryByRole('button')).toBeNull();
  });
});
