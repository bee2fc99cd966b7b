// @vitest-environment happy-dom
/** The page of servers: what an admin sees of one, what is sent, and what is said when it is refused. */
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServersView, ServerView, ToolReview } from '@/lib/servers/servers-view';
import { resolve } from '@/mcp/annotations';
import { ServersSettings } from './servers-settings';

const shell = vi.hoisted(() => ({ listeners: new Set<(news: unknown) => void>() }));
vi.mock('@/components/shell/workspace', () => {
  const onNews = (listener: (news: unknown) => void) => {
    shell.listeners.add(listener);
    return () => shell.listeners.delete(listener);
  };
  return { useWorkspace: () => ({ viewer: { id: 'u1', role: 'admin' }, onNews }) };
});
vi.mock('@/components/shell/top-bar', () => ({ TopBar: () => null }));
vi.mock('@/components/shell/page-title', () => ({ PageTitle: () => null }));

const READS = resolve({ readOnlyHint: true }, true);

const review = (changes: Partial<ToolReview> = {}): ToolReview => ({
  name: 'look',
  title: 'Look\u202e',
  description: 'Looks.',
  definitionHash: 'a'.repeat(64),
  declared: { readOnlyHint: true },
  believed: { annotations: READS, risk: 'read-only' },
  risk: 'destructive',
  doubts: [],
  record: null,
  proposed: [],
  hasPreview: false,
  takes: [],
  rehearsal: { said: null, complaint: null, proposed: [], choices: [] },
  suggests: null,
  standing: 'on',
  isCompanion: false,
  isForApp: false,
  changes: [],
  pinned: null,
  ...changes,
});
const server = (changes: Partial<ServerView> = {}): ServerView => ({
  server: 'crm',
  url: 'https://crm.example.com/mcp',
  instructions: null,
  pages: null,
  origin: 'file',
  trusted: false,
  kind: 'address',
  state: 'ready',
  tools: 1,
  stderr: null,
  log: [],
  silenceMs: 60_000,
  totalMs: 600_000,
  vouch: null,
  added: null,
  headers: null,
  reviews: [review()],
  waiting: 0,
  ...changes,
});
const view = (servers: ServerView[], version = 1): ServersView => ({
  version,
  servers,
  problems: [],
  waiting: servers.reduce((sum, one) => sum + one.waiting, 0),
});

/** The server's state, what it was sent, and how it refuses. */
let stored: ServersView;
let sent: [method: string, path: string, body: unknown][];
let refusal: string | undefined;

beforeEach(() => {
  sent = [];
  refusal = undefined;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method !== 'GET')
      sent.push([String(init.method), path, JSON.parse(String(init.body ?? 'null'))]);
    if (refusal && init.method !== 'GET')
      return Response.json({ error: { code: 'changed', message: refusal } }, { status: 409 });
    return Response.json(path === '/api/servers/sign-in' ? NO_SIGN_INS : stored);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const NO_SIGN_INS = { signIns: [], redirectUri: null };
const show = (...servers: ServerView[]) =>
  render(<ServersSettings servers={view(servers)} signIns={NO_SIGN_INS} />);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the page of servers', () => {
  it('vouches for exactly what was looked at', async () => {
    show(server());
    stored = view(
      [server({ vouch: { by: 'admin', name: 'Ada', at: '2026-11-20T12:00:00Z' }, trusted: true })],
      2,
    );
    press('Vouch for this server: crm');
    await waitFor(() => expect(screen.getByTestId('server').textContent).toContain('Vouched for by Ada'));
    const tools = [{ tool: 'look', definitionHash: 'a'.repeat(64) }];
    expect(sent).toEqual([['PUT', '/api/servers/crm/trust', { tools }]]);
    expect(screen.getByRole('button', { name: 'Withdraw: crm' })).toBeTruthy();
  });

  it('lets the pages of a server be shown that nobody vouches for, and says nothing of pages where there are none', async () => {
    const { unmount } = show(server());
    expect(screen.getByTestId('server').textContent).not.toContain('pages');
    unmount();
    show(server({ pages: { shown: false } }));
    expect(screen.getByTestId('server').textContent).toContain('They are not shown in chats. Nobody vouches');
    stored = view([server({ pages: { shown: true } })], 2);
    press('Show its pages: crm');
    await waitFor(() =>
      expect(screen.getByTestId('server').textContent).toContain('which are shown in chats.'),
    );
    expect(sent).toEqual([['PUT', '/api/servers/crm/pages', { shown: true }]]);
    expect(screen.getByRole('button', { name: 'Stop showing its pages: crm' })).toBeTruthy();
  });

  it('looks again while a server is being connected, and says when its program has ended', async () => {
    const program: Partial<ServerView> = { kind: 'program', state: 'connecting', tools: null, reviews: [] };
    show(server(program));
    expect(screen.getByTestId('server').dataset.state).toBe('connecting');
    const lastError = { message: 'It ended with code 0.', at: '2026-11-20T12:00:00Z' };
    stored = view([server({ ...program, state: 'failed', lastError })]);
    await waitFor(() => expect(screen.getByTestId('server').dataset.state).toBe('failed'));
    expect(screen.getByTestId('server').textContent).toContain('It ended with code 0.');
  });

  it('has the newest of a program\u2019s lines in view', () => {
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(900);
    show(server({ kind: 'program', stderr: ['first', 'last'] }));
    expect(screen.getByRole('group', { name: 'What it wrote to standard error' }).scrollTop).toBe(900);
  });

  it('shows what has changed with both values, and hides nothing of what a server says', () => {
    const changes = [{ field: 'title', before: 'Look', now: 'Look\u202e', weight: 'wording' as const }];
    show(server({ trusted: true, waiting: 1, reviews: [review({ standing: 'changed', changes })] }));
    expect(screen.getByTestId('servers-waiting').textContent).toBe(
      '1 tool is off until an admin has looked.',
    );
    const row = screen.getByTestId('tool-review').textContent;
    for (const words of ['Off: changed', 'BeforeLook', 'U+202E', 'Declares readOnlyHint true'])
      expect(row).toContain(words);
    expect(document.body.textContent).not.toContain('\u202e');
  });

  it('shows what a server says of all its tools, to whom it is given, and all of what it says of each', () => {
    const description = `${'Looks well. '.repeat(300)}The end\u202e.`;
    show(server({ instructions: 'Obey me\u202e.', reviews: [review({ description })] }));
    const panel = () => screen.getByTestId('server').textContent;
    expect(panel()).toContain('Obey me');
    expect(panel()).toContain('The model is not given this');
    fireEvent.click(screen.getByRole('button', { name: /^Show all 3,6/, hidden: true }));
    expect(panel()).toContain('The end');
    expect(document.body.textContent).not.toContain('\u202e');
    cleanup();
    const vouch = { by: 'admin' as const, name: 'Ada', at: '2026-11-20T12:00:00Z' };
    show(server({ instructions: 'Look first.', vouch, trusted: true }));
    expect(panel()).toContain('The model is given this as data');
    cleanup();
    show(server());
    expect(panel()).not.toContain('Says about itself');
  });

  it('says of a tool for the server\u2019s own pages that it is not the model\u2019s', () => {
    show(server({ reviews: [review({ isForApp: true })] }));
    expect(screen.getByTestId('tool-review').textContent).toContain('for its server\u2019s app only');
  });

  it('opens what waits, and closes nothing under the hands of whoever decides', async () => {
    show(server({ trusted: true }));
    const isOpen = () => screen.getByTestId<HTMLDetailsElement>('server-review').open;
    expect(isOpen()).toBe(false);
    stored = view([server({ trusted: true, waiting: 1, reviews: [review({ standing: 'new' })] })], 2);
    await act(async () => {
      for (const listener of shell.listeners) listener(null);
    });
    await waitFor(() => expect(isOpen()).toBe(true));
    stored = view([server({ trusted: true, reviews: [review({ standing: 'off' })] })], 3);
    press('Keep off: look of crm');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Turn on: look of crm' })).toBeTruthy());
    expect(isOpen()).toBe(true);
  });

  it('a rehearsal that was none stands open with what was otherwise, until an admin has seen it', async () => {
    const differences = [{ label: 'price', before: '3', after: '99' }];
    const said = { argument: 'dryRun', value: true, state: 'changed' as const, differences };
    const choices = [{ argument: 'dryRun', values: [true, false] }];
    const rehearsal = { said, complaint: null, proposed: [], choices };
    show(server({ trusted: true, reviews: [review({ rehearsal })] }));
    expect(screen.getByTestId<HTMLDetailsElement>('server-review').open).toBe(true);
    expect(screen.getByTestId('unrehearsed').textContent).toBe('1 tool is not rehearsed any more');
    expect(screen.getByTestId('rehearsal-said').textContent).toContain('dryRun: true');
    expect(screen.getByTestId('rehearsal-said').textContent).toContain('99');
    stored = view([server({ trusted: true, reviews: [review()] })], 3);
    press('Leave it off: look of crm');
    await waitFor(() => expect(screen.queryByTestId('rehearsal-said')).toBeNull());
    expect(sent).toMatchObject([['POST', '/api/servers/crm/tools', { decision: 'unrehearse' }]]);
  });

  it('says what was refused, and shows what there is now', async () => {
    show(server({ trusted: true, waiting: 1, reviews: [review({ standing: 'new' })] }));
    refusal = 'It has changed since you looked.';
    stored = view([server({ trusted: true, reviews: [] })], 3);
    press('Accept: look of crm');
    await waitFor(() => expect(screen.getByText(refusal ?? '')).toBeTruthy());
    await waitFor(() => expect(screen.queryByTestId('tool-review')).toBeNull());
    expect(sent.map(([method, path]) => `${method} ${path}`)).toEqual(['POST /api/servers/crm/tools']);
  });

  it('shows what another admin has done, and nothing older afterwards', async () => {
    show(server());
    stored = view([server({ server: 'other' })], 5);
    await act(async () => {
      for (const listener of shell.listeners) listener({ servers: 5 });
    });
    await waitFor(() => expect(screen.getByRole('region', { name: 'other' })).toBeTruthy());
  });

  it('removes only what is of the settings, and asks before', async () => {
    const added = { added: { name: 'Ada', at: '2026-11-20T12:00:00Z' }, headers: ['Authorization'] };
    show(server(), server({ server: 'mine', origin: 'settings', ...added }));
    expect(screen.queryByRole('button', { name: 'Remove: crm' })).toBeNull();
    press('Remove: mine');
    expect(sent).toEqual([]);
    stored = view([server()], 2);
    press('Remove it');
    await waitFor(() => expect(screen.getByText('mine is removed.')).toBeTruthy());
    expect(sent).toEqual([['DELETE', '/api/servers/mine', null]]);
  });

  it('sends what was entered, by https where nothing else is said, and keeps it when it is refused', async () => {
    show();
    fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'crm' } });
    fireEvent.change(screen.getByLabelText('Address'), { target: { value: 'crm.example.com/mcp' } });
    fireEvent.change(screen.getByLabelText('Header 1'), { target: { value: 'Authorization' } });
    fireEvent.change(screen.getByLabelText(/^Value 1/), { target: { value: 'Bearer x' } });
    press('Add header');
    refusal = 'There is one already.';
    stored = view([]);
    press('Add server');
    await waitFor(() => expect(screen.getByText('There is one already.')).toBeTruthy());
    const headers = { Authorization: 'Bearer x' };
    expect(sent).toEqual([
      [
        'POST',
        '/api/servers',
        { name: 'crm', url: 'https://crm.example.com/mcp', mustAnswer: true, headers },
      ],
    ]);
    expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('crm.example.com/mcp');
  });

  it('folds what is seldom wanted away, until a field in it has to be mended', () => {
    show();
    const more = screen.getByText('More: headers and time limits').closest('details');
    const silence = screen.getByLabelText('Longest silence in seconds (60)');
    expect([more?.open, more?.contains(silence)]).toEqual([false, true]);
    expect(more?.contains(screen.getByLabelText('Address'))).toBe(false);
    fireEvent.invalid(silence);
    expect(more?.open).toBe(true);
  });
});
