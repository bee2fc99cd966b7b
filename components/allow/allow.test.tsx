// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AllowView } from '@/lib/outside/sign-in/allow-view';
import { Allow } from './allow';
import { NothingToAllow } from './nothing-to-allow';

const ASKED: AllowView = {
  id: 'a'.repeat(24),
  client: { name: 'Amber\u202e <b>"official"</b>', host: null, place: { kind: 'web', host: 'evil.example' } },
  scopes: ['customers.read', 'customers.write', 'orders.read'],
};
const show = (changes: Partial<AllowView['client']> = {}) =>
  render(
    <Allow
      asked={{ ...ASKED, client: { ...ASKED.client, ...changes } }}
      viewer={{ name: 'Noor', team: 'Demo' }}
      servers={[{ name: 'notes', trusted: false }]}
    />,
  );

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the page on which a client is let in', () => {
  it('quotes what the client calls itself, and shows large where the answer goes', () => {
    show();
    const title = screen.getByRole('heading', { level: 1 });
    expect(title.querySelector('q')?.textContent).toBe('AmberU+202E <b>"official"</b>');
    expect(title.querySelector('b')).toBeNull();
    expect(screen.getByTestId('allow-place').textContent).toBe('evil.example');
    expect(screen.getByText('Unverified')).toBeDefined();
  });

  it('says who vouches for the name, and that a program on the machine need not be that one', () => {
    show({ name: null, host: 'claude.ai', place: { kind: 'machine' } });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('A program asks to use Amber for you');
    expect(screen.getByTestId('allow-place').textContent).toBe('a program on your computer');
    expect(screen.queryByText('Unverified')).toBeNull();
    expect(document.body.textContent).toContain('it need not be the one from claude.ai');
    cleanup();
    show({ place: { kind: 'program', scheme: 'cursor' } });
    expect(screen.getByTestId('allow-place').textContent).toBe('the program that opens cursor: links');
  });

  it('has reads ticked alone, and sends what is ticked only by a press that was meant', async () => {
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      sent.push(JSON.parse(String(init.body)));
      return Response.json(
        { error: { code: 'conflict', message: 'This was decided before.' } },
        { status: 409 },
      );
    });
    show();
    const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
    expect([box('Read customers').checked, box('Change customers').checked]).toEqual([true, false]);
    fireEvent.click(screen.getByRole('button', { name: 'Allow' }));
    expect(sent).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Do not allow' }));
    expect(await screen.findByText(/This was decided before/)).toBeDefined();
    expect(sent).toEqual([{ id: ASKED.id, allow: false, scopes: [], servers: [], days: 30 }]);
  });

  it('has no connected server ticked, and says of each that nobody vouches for it', () => {
    show();
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /notes/ });
    expect(box.checked).toBe(false);
    expect(box.closest('label')?.textContent).toContain('not vouched for');
  });

  it('says why there is nothing to decide', () => {
    render(<NothingToAllow why="elsewhere" />);
    expect(screen.getByRole('heading').textContent).toBe('This was asked in another browser');
  });
});
