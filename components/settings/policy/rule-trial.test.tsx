// @vitest-environment happy-dom
/** A change of a rule is played against the record before it is saved, and waits where it would have asked less. */
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ToolView } from '@/lib/agent/tool-views';
import type { Replayed } from '@/lib/replay/replay-view';
import type { PolicyRule, PolicyView } from '@/lib/rules/policy-rules';
import { DESTRUCTIVE } from '@/mcp/annotations';
import { PolicySettings } from './policy-settings';

configure({ asyncUtilTimeout: 30_000 });

const shell = vi.hoisted(() => ({ role: 'admin' }));
vi.mock('@/components/shell/workspace', () => ({
  useWorkspace: () => ({ viewer: { id: 'u1', role: shell.role }, onNews: () => () => {} }),
}));
vi.mock('@/components/shell/top-bar', () => ({ TopBar: () => null }));
vi.mock('@/components/shell/page-title', () => ({ PageTitle: () => null }));

const TOOL: ToolView = {
  ...{ server: 'crm', name: 'contact_delete', title: 'Delete contact', trusted: true, risk: 'destructive' },
  ...{ annotations: DESTRUCTIVE, resolved: DESTRUCTIVE, policy: 'ask', rule: 'destructive' },
  ...{ reason: 'Destructive calls ask.', critical: false },
};

const FOUND: Replayed = {
  ...{ calls: 20, more: 0, less: 0, stricter: 0, softer: 0, refused: 0, freed: 0, unjudged: 0 },
  ...{ cancelledButRun: { count: 0, listed: [] }, confirmedButRefused: { count: 0, listed: [] } },
  ...{ since: '2026-08-22T00:00:00Z', isCut: false },
};
const CANCELLED = {
  ...{ id: 'c', at: '2026-11-20T12:00:00Z', server: 'crm', tool: 'contact_delete', title: 'Delete contact' },
  ...{ who: 'Mia', input: '{"id":"7"}' },
};

let stored: PolicyView;
/** What the server was sent, in order: what was tried, and what was set. */
let sent: string[];
/** How it answers a trial. */
let answer: () => Response;

const everybody = () => screen.getByLabelText<HTMLSelectElement>('Delete contact: for everybody');
const choose = (effect: string) => fireEvent.change(everybody(), { target: { value: effect } });

beforeEach(() => {
  stored = { version: 1, rules: [] };
  sent = [];
  answer = () => Response.json(FOUND);
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.startsWith('/api/servers')) return Response.json({ waiting: 0 });
    if (path === '/api/policy/replay') {
      sent.push(`try ${JSON.parse(String(init.body)).effect}`);
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
  render(<PolicySettings tools={[TOOL]} policy={stored} />);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('a change of a rule', () => {
  it('is played first, and saved at once where nothing would have been asked less', async () => {
    answer = () => Response.json({ ...FOUND, more: 12, stricter: 2 });
    choose('ask_admin');
    await screen.findByText('Saved.');
    expect(sent).toEqual(['try ask_admin', 'set ask_admin']);
    const told = screen.getByTestId('rule-trial');
    expect(told.textContent).toContain('12 that ran unasked would have asked.');
    expect(screen.queryByText('Discard')).toBeNull();
  });

  it('that would have let calls run waits for a press, with those that a person had cancelled', async () => {
    answer = () => Response.json({ ...FOUND, less: 18, cancelledButRun: { count: 1, listed: [CANCELLED] } });
    choose('allow');
    const save = await screen.findByText('Save all the same');
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
    fireEvent.click(await screen.findByText('Discard'));
    expect(everybody().value).toBe('');
    expect(screen.queryByTestId('rule-trial')).toBeNull();
    expect(document.activeElement).toBe(everybody());
    expect(sent).toEqual(['try allow']);
  });

  it('that refuses what people had confirmed waits as well', async () => {
    answer = () =>
      Response.json({ ...FOUND, refused: 9, confirmedButRefused: { count: 1, listed: [CANCELLED] } });
    choose('deny');
    await screen.findByText('Save all the same');
    expect(sent).toEqual(['try deny']);
  });

  it('of which the record cannot tell anything now says so, and can be saved all the same', async () => {
    answer = () =>
      Response.json({ error: { code: 'too_many_requests', message: 'Try again soon.' } }, { status: 429 });
    choose('allow');
    expect((await screen.findByTestId('rule-trial')).textContent).toContain('Try again soon.');
    fireEvent.click(screen.getByText('Save all the same'));
    await screen.findByText('Saved.');
    expect(sent).toEqual(['try allow', 'set allow']);
  });

  it('by somebody who is no admin any more is told so by what would set it', async () => {
    answer = () => Response.json({ error: { code: 'forbidden', message: 'Only admins.' } }, { status: 403 });
    choose('allow');
    await waitFor(() => expect(sent).toEqual(['try allow', 'set allow']));
  });

  it('is another one where more is changed meanwhile: that is played, and saved as one', async () => {
    answer = () => Response.json({ ...FOUND, less: 18 });
    choose('allow');
    await screen.findByText('Save all the same');
    answer = () => Response.json({ ...FOUND, more: 1 });
    choose('two_admins');
    await screen.findByText('Saved.');
    expect(sent).toEqual(['try allow', 'try two_admins', 'set two_admins']);
  });

  it('of how long a card waits, and of what one asks for oneself, is saved without asking the record', async () => {
    fireEvent.change(screen.getByLabelText('Delete contact: for myself'), { target: { value: 'ask' } });
    await screen.findByText('Saved.');
    expect(sent).toEqual(['set ask']);
  });
});
