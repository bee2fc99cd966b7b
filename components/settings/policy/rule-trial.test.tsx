// @vitest-environment happy-dom
/**
 * A change of a rule that asks less waits, with the record's evidence, and nobody leaves the page without being asked;
 * a change that asks more is saved at once.
 */
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leave } from '@/components/ui/leaving';
import type { Replayed } from '@/lib/replay/replay-view';
import type { PolicyRule, PolicyView } from '@/lib/rules/policy-rules';
import { PolicySettings } from './policy-settings';
import { CONTACT_DELETE } from './testing/sample-tool';

const shell = vi.hoisted(() => ({ role: 'admin' }));
/** The messages that the workspace shows. */
const tell = vi.hoisted(() => vi.fn());
vi.mock('@/components/shell/workspace', () => ({
  useWorkspace: () => ({ viewer: { id: 'u1', role: shell.role }, tell, onNews: () => () => {} }),
}));
vi.mock('@/components/shell/top-bar', () => ({ TopBar: () => null }));
vi.mock('@/components/shell/page-title', () => ({ PageTitle: () => null }));

const FOUND: Replayed = {
  calls: 20,
  takeBacks: 0,
  more: 0,
  less: 0,
  stricter: 0,
  softer: 0,
  refused: 0,
  freed: 0,
  unjudged: 0,
  cancelledButRun: { count: 0, listed: [] },
  confirmedButRefused: { count: 0, listed: [] },
  since: '2026-08-22T00:00:00Z',
  isCut: false,
};
const CANCELLED = {
  id: 'c',
  at: '2026-11-20T12:00:00Z',
  server: 'crm',
  tool: 'contact_delete',
  title: 'Delete contact',
  who: 'Mia',
  input: '{"id":"7"}',
};

let stored: PolicyView;
/** What the server was sent, in order: trials and changes. */
let sent: string[];
/** Its answer to a trial. */
let answer: () => Response;

const everybody = () => screen.getByLabelText<HTMLSelectElement>('Delete contact: for everybody');
const choose = (effect: string) => fireEvent.change(everybody(), { target: { value: effect } });

beforeEach(() => {
  tell.mockClear();
  stored = { version: 1, rules: [] };
  sent = [];
  answer = () => Response.json(FOUND);
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.startsWith('/api/servers')) return Response.json({ waiting: 0 });
    if (path === '/api/policy/replay') {
      const { effect, before } = JSON.parse(String(init.body));
      sent.push(`try ${effect}${before ? ` after ${before.effect}` : ''}`);
      return answer();
    }
    if (init.method === 'PUT') {
      const put: PolicyRule = JSON.parse(String(init.body));
      sent.push(`set ${put.effect}`);
      stored = {
        version: stored.version + 1,
        rules: [{ ...put, setBy: 'Mia', setAt: '2026-11-20T12:00:00Z' }],
      };
    }
    return Response.json(stored);
  });
  render(<PolicySettings tools={[CONTACT_DELETE]} policy={stored} />);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('a change of a rule', () => {
  it('that asks more is saved at once, and what the record says of it is told afterwards', async () => {
    answer = () => Response.json({ ...FOUND, more: 12, stricter: 2 });
    choose('ask_admin');
    const told = await screen.findByTestId('rule-trial');
    expect(sent).toEqual(['set ask_admin', 'try ask_admin after null']);
    expect(told.textContent).toContain('Saved. By the record of the team:');
    expect(told.textContent).toContain('12 that ran unasked would have asked.');
    expect(screen.queryByText('Discard')).toBeNull();
    expect(screen.queryByTestId('not-saved')).toBeNull();
  });

  it('that refuses is saved at once, whatever people had confirmed: that is shown afterwards', async () => {
    answer = () =>
      Response.json({ ...FOUND, refused: 9, confirmedButRefused: { count: 1, listed: [CANCELLED] } });
    choose('deny');
    expect((await screen.findByTestId('rule-trial')).textContent).toContain('{"id":"7"}');
    expect(sent).toEqual(['set deny', 'try deny after null']);
    expect(screen.queryByText('Save anyway')).toBeNull();
  });

  it('that lifts a refusal waits, also where the record has no such call', async () => {
    answer = () => Response.json({ ...FOUND, calls: 0 });
    choose('deny');
    await screen.findByText('Saved.');
    choose('');
    await screen.findByText('Save anyway');
    expect(sent).toEqual(['set deny', 'try deny after null', 'try null']);
    expect(stored.rules[0]?.effect).toBe('deny');
  });

  it('that waits is shown as not saved: at its field, at the head of the page, and the keyboard is there', async () => {
    answer = () => Response.json({ ...FOUND, less: 18 });
    everybody().focus();
    choose('allow');
    await screen.findByText('Save anyway');
    const note = screen.getByTestId('not-saved');
    expect(everybody().getAttribute('aria-describedby')).toBe(note.id);
    expect(everybody().className).not.toContain('font-medium');
    screen.getByText('One change is not saved and does not count yet: Delete contact.');
    expect(screen.getByTestId('rule-trial').contains(document.activeElement)).toBe(true);
    // It stays visible, whatever is searched for.
    fireEvent.change(screen.getByLabelText('Find a tool'), { target: { value: 'nothing like it' } });
    expect(screen.getByTestId('rule-trial')).toBeTruthy();
    fireEvent.click(screen.getByText('Discard'));
    expect(screen.queryByTestId('not-saved')).toBeNull();
    expect(screen.queryByText(/does not count yet/)).toBeNull();
  });

  it('that waits is not left behind unasked: within Amber, and when the page is closed', async () => {
    const went = vi.fn();
    const closes = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    leave(went);
    expect([went.mock.calls.length, closes()]).toEqual([1, false]);
    answer = () => Response.json({ ...FOUND, less: 18 });
    choose('allow');
    await screen.findByText('Save anyway');
    expect(closes()).toBe(true);
    act(() => leave(went));
    expect(went).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByText('Stay here'));
    expect(everybody().value).toBe('allow');
    act(() => leave(went));
    fireEvent.click(screen.getByRole('button', { name: 'Leave without saving' }));
    expect(went).toHaveBeenCalledTimes(2);
    expect(sent).toEqual(['try allow']);
    fireEvent.click(screen.getByText('Discard'));
    leave(went);
    expect([went.mock.calls.length, closes()]).toEqual([3, false]);
  });

  it('that would have let calls run waits for a press, with those that a person had cancelled', async () => {
    answer = () => Response.json({ ...FOUND, less: 18, cancelledButRun: { count: 1, listed: [CANCELLED] } });
    choose('allow');
    const save = await screen.findByText('Save anyway');
    expect(sent).toEqual(['try allow']);
    expect(everybody().value).toBe('allow');
    const told = screen.getByRole('region', { name: 'What the record says of the change of Delete contact' });
    expect(told.textContent).toContain('This is not saved yet.');
    expect(told.textContent).toContain('18 that asked would have run unasked.');
    expect(told.textContent).toContain('{"id":"7"}');
    fireEvent.click(save);
    await screen.findByText('Saved.');
    expect(sent).toEqual(['try allow', 'set allow']);
  });

  it('is dropped by Discard, and what stands is shown again', async () => {
    answer = () => Response.json({ ...FOUND, less: 18 });
    choose('allow');
    const discard = await screen.findByText('Discard');
    // The trial takes the focus once it is shown, a moment after its buttons are rendered.
    await waitFor(() => expect(screen.getByTestId('rule-trial').contains(document.activeElement)).toBe(true));
    fireEvent.click(discard);
    expect(everybody().value).toBe('');
    expect(screen.queryByTestId('rule-trial')).toBeNull();
    expect(document.activeElement).toBe(everybody());
    expect(sent).toEqual(['try allow']);
  });

  it('of which the record cannot tell anything now says so, and can be saved all the same', async () => {
    answer = () =>
      Response.json({ error: { code: 'too_many_requests', message: 'Try again soon.' } }, { status: 429 });
    choose('allow');
    expect((await screen.findByTestId('rule-trial')).textContent).toContain('Try again soon.');
    fireEvent.click(screen.getByText('Save anyway'));
    await screen.findByText('Saved.');
    expect(sent).toEqual(['try allow', 'set allow']);
  });

  it('that waits and is left by the browser’s own way back is said to be gone', async () => {
    answer = () => Response.json({ ...FOUND, less: 18 });
    choose('allow');
    await screen.findByText('Save anyway');
    expect(tell).not.toHaveBeenCalled();
    cleanup();
    expect(tell.mock.calls.map(([words]) => words)).toEqual(['Not saved, so not changed: Delete contact.']);
  });

  it('by somebody who is no admin any more is told so by what would set it', async () => {
    answer = () => Response.json({ error: { code: 'forbidden', message: 'Only admins.' } }, { status: 403 });
    choose('allow');
    await waitFor(() => expect(sent).toEqual(['try allow', 'set allow']));
  });

  it('is another one where more is changed meanwhile: that is what is saved', async () => {
    answer = () => Response.json({ ...FOUND, less: 18 });
    choose('allow');
    await screen.findByText('Save anyway');
    answer = () => Response.json({ ...FOUND, more: 1 });
    choose('two_admins');
    await screen.findByText('Saved.');
    expect(sent.slice(0, 2)).toEqual(['try allow', 'set two_admins']);
  });

  it('of how long a card waits, and of what one asks for oneself, is saved without asking the record', async () => {
    fireEvent.change(screen.getByLabelText('Delete contact: for myself'), { target: { value: 'ask' } });
    await screen.findByText('Saved.');
    expect(sent).toEqual(['set ask']);
  });
});
