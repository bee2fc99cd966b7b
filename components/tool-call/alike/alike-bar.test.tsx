// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AlikeOutcome } from '@/lib/approvals/alike';
import { press } from '../testing/press';
import { sampleApproval } from '../testing/sample-approval';
import { bringIntoView, pass, useScreen, view } from '../testing/screen';
import { AlikeBar } from './alike-bar';

const call = (id: string, more: object = {}) =>
  sampleApproval({ id, shown: id.padEnd(64, '0'), input: { customerId: id, ...more } });
const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Confirm the/ });
const open = () => fireEvent.click(screen.getByRole('button', { name: 'Look at them together' }));

function show(approvals = [call('a'), call('b'), call('c')], outcomes?: AlikeOutcome[]) {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.endsWith('/shown')) return new Response(null, { status: 204 });
    const body = JSON.parse(String(init.body));
    sent.push([path, body]);
    const calls = outcomes ?? body.calls.map(({ id }: { id: string }) => ({ id, status: 'confirmed' }));
    return Response.json({ calls });
  });
  render(<AlikeBar group={{ key: 'k', approvals }} />);
  return sent;
}

beforeEach(useScreen);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the list of alike calls', () => {
  it('stands behind one button, and none of the names of a card is on it until then', () => {
    show();
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Look at them together',
    ]);
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('is confirmed once every row has been in view; each call is named with what was shown of it', async () => {
    const sent = show();
    view.holds = false;
    open();
    await pass(600);
    expect(confirm().disabled).toBe(true);
    expect(screen.getByText(/3 calls have not been in view/)).toBeDefined();
    act(bringIntoView);
    await pass(600);
    expect(confirm().disabled).toBe(false);
    confirm().focus();
    press(confirm());
    await pass(0);
    const calls = ['a', 'b', 'c'].map((id) => ({ id, shown: id.padEnd(64, '0') }));
    expect(sent).toEqual([['/api/approvals/alike', { decision: 'confirm', calls }]]);
    expect(screen.queryByTestId('alike-list')).toBeNull();
    expect(document.activeElement?.getAttribute('data-testid')).toBe('alike-calls');
  });

  it('asks that what is folded be opened first', async () => {
    show([call('a', { note: 'x'.repeat(400) }), call('b'), call('c')]);
    open();
    await pass(600);
    expect(confirm().disabled).toBe(true);
    expect(screen.getByText('Open note to confirm.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: /^Show all/ }));
    await pass(600);
    expect(confirm().disabled).toBe(false);
  });

  it('says of which call nothing was decided, and why', async () => {
    const error = { code: 'changed', message: 'It has changed.' };
    show(undefined, [
      { id: 'a', status: 'confirmed' },
      { id: 'b', error, approvalId: 'b2' },
      { id: 'c', status: 'confirmed' },
    ]);
    open();
    await pass(600);
    press(confirm());
    await pass(0);
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('2 were confirmed. One was not decided, and waits as a card:');
    expect(alert.textContent).toContain('It has changed.');
  });

  it('cancels all that is shown, seen or not', async () => {
    const sent = show();
    view.holds = false;
    open();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel the 3 shown' }));
    await pass(0);
    expect(sent).toMatchObject([['/api/approvals/alike', { decision: 'cancel' }]]);
  });
});
