// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleApproval } from '../testing/sample-approval';
import { HeldCall } from './held-call';

const NOW = Date.parse('2026-11-23T12:00:00Z');

function show(mayTakeBack = true, answer = () => Response.json({ id: 'a', status: 'cancelled' })) {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    sent.push(`${method} ${path}`);
    return answer();
  });
  const until = new Date(NOW + 90_000).toISOString();
  render(<HeldCall approval={sampleApproval({ status: 'confirmed', held: { until, mayTakeBack } })} />);
  return sent;
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const group = () => screen.getByRole('group', { name: 'Held: Delete customer' });

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a held call', () => {
  it('counts down to its time', async () => {
    show();
    expect(group().textContent).toContain('Runs in 1 min 30 s unless somebody takes it back.');
    await pass(61_000);
    expect(group().textContent).toContain('Runs in 29 s unless');
    await pass(30_000);
    expect(group().textContent).toContain('it runs now');
  });

  it('is taken back by one press, once', async () => {
    const sent = show();
    const button = screen.getByRole('button', { name: 'Take it back' });
    fireEvent.click(button);
    fireEvent.click(button);
    await pass(0);
    expect(sent).toEqual(['POST /api/approvals/approval-1/take-back']);
  });

  it('takes no press before the page listens: it would be lost', () => {
    const held = { until: new Date(NOW + 90_000).toISOString(), mayTakeBack: true };
    const page = document.createElement('div');
    page.innerHTML = renderToString(<HeldCall approval={sampleApproval({ status: 'confirmed', held })} />);
    expect(page.querySelector('button')?.disabled).toBe(true);
    show();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Take it back' }).disabled).toBe(false);
  });

  it('says why it could not be taken back', async () => {
    const error = {
      code: 'conflict',
      message: 'This call is not held any more: it has run, or was taken back already.',
    };
    show(true, () => Response.json({ error }, { status: 409 }));
    fireEvent.click(screen.getByRole('button', { name: 'Take it back' }));
    await pass(0);
    expect(screen.getByRole('alert').textContent).toBe(error.message);
  });

  it('is only told of to those who may not take it back', () => {
    show(false);
    expect(group().textContent).toContain('Runs in 1 min 30 s');
    expect(screen.queryByRole('button')).toBeNull();
  });
});
