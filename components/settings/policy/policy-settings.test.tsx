// @vitest-environment happy-dom
/** The policy page while others change the policy. */
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { News } from '@/components/api/news';
import type { PolicyRule, PolicyView, RuleView } from '@/lib/rules/policy-rules';
import { PolicySettings } from './policy-settings';
import { CONTACT_DELETE } from './testing/sample-tool';

const shell = vi.hoisted(() => ({ role: 'admin', listeners: new Set<(news: unknown) => void>() }));
vi.mock('@/components/shell/workspace', () => {
  const onNews = (listener: (news: unknown) => void) => {
    shell.listeners.add(listener);
    return () => shell.listeners.delete(listener);
  };
  return { useWorkspace: () => ({ viewer: { id: 'u1', role: shell.role }, onNews }) };
});
vi.mock('@/components/shell/top-bar', () => ({ TopBar: () => null }));
vi.mock('@/components/shell/page-title', () => ({ PageTitle: () => null }));

const rule = (changes: Partial<RuleView> = {}): RuleView => ({
  server: 'crm',
  tool: 'contact_delete',
  own: false,
  effect: null,
  locked: false,
  critical: false,
  openForHours: null,
  setBy: 'Callum Reyes',
  setAt: '2026-11-20T12:00:00Z',
  ...changes,
});

/** The server's state, and what it was sent. */
let stored: PolicyView;
let sent: PolicyRule[];

const hours = () => screen.getByLabelText<HTMLInputElement>('Delete contact: open for, in hours');
const locked = () => screen.getByLabelText<HTMLInputElement>('Delete contact: lock');
const tell = (news: News) =>
  act(async () => {
    for (const listener of shell.listeners) listener(news);
  });

beforeEach(() => {
  shell.role = 'admin';
  stored = { version: 1, rules: [] };
  sent = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.startsWith('/api/servers')) return Response.json({ waiting: 0 });
    if (init.method === 'PUT') {
      const put: PolicyRule = JSON.parse(String(init.body));
      sent.push(put);
      stored = { version: stored.version + 1, rules: [rule(put)] };
    }
    return Response.json(stored);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the page of the policy', () => {
  it('shows what another admin changes, and keeps what is being typed', async () => {
    render(<PolicySettings tools={[CONTACT_DELETE]} policy={stored} />);
    expect(hours().placeholder).toBe('24');
    hours().focus();
    fireEvent.change(hours(), { target: { value: '4' } });
    stored = { version: 2, rules: [rule({ locked: true, openForHours: 12 })] };
    await tell({ policy: 2 });
    await waitFor(() => expect(locked().checked).toBe(true));
    expect(hours().value).toBe('4');
    expect(document.activeElement).toBe(hours());
    expect(sent).toEqual([]);
    // It is sent together with what the other person has set meanwhile.
    fireEvent.keyDown(hours(), { key: 'Enter' });
    await waitFor(() => expect(sent).toMatchObject([{ locked: true, openForHours: 4 }]));
    await waitFor(() => expect(screen.getByText('Saved.')).toBeTruthy());
    expect(hours().value).toBe('4');
  });

  it('does not say for ever that a change was saved', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    render(<PolicySettings tools={[CONTACT_DELETE]} policy={stored} />);
    fireEvent.click(locked());
    await waitFor(() => expect(screen.getByText('Saved.')).toBeTruthy());
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(screen.queryByText('Saved.')).toBeNull();
    vi.useRealTimers();
  });

  it('gives the typed up with Escape, and then shows what stands', async () => {
    stored = { version: 1, rules: [rule({ openForHours: 12 })] };
    render(<PolicySettings tools={[CONTACT_DELETE]} policy={stored} />);
    fireEvent.change(hours(), { target: { value: '1000' } });
    fireEvent.blur(hours());
    expect(screen.getByText('1 to 720 whole hours.')).toBeTruthy();
    expect(hours().getAttribute('aria-invalid')).toBe('true');
    fireEvent.keyDown(hours(), { key: 'Escape' });
    expect(hours().value).toBe('12');
    expect(screen.queryByText('1 to 720 whole hours.')).toBeNull();
    fireEvent.change(hours(), { target: { value: '' } });
    fireEvent.blur(hours());
    await waitFor(() => expect(sent).toMatchObject([{ openForHours: null }]));
  });

  it('says to others how long it waits', () => {
    shell.role = 'member';
    render(
      <PolicySettings tools={[CONTACT_DELETE]} policy={{ version: 1, rules: [rule({ openForHours: 2 })] }} />,
    );
    expect(screen.getByText('Default, open for 2 h')).toBeTruthy();
    expect(screen.queryByLabelText(/open for, in hours$/)).toBeNull();
  });
});
