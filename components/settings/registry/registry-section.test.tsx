// @vitest-environment happy-dom
/** The registry on the *Servers* page: what is requested of it, what a form asks for, and what of it is sent. */
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RegistryEntry, RegistryInput, RegistryServer } from '@/lib/registry/registry-view';
import { ServersSettings } from '../servers/servers-settings';

vi.mock('@/components/shell/workspace', () => ({
  useWorkspace: () => ({ viewer: { id: 'u1', role: 'admin' }, onNews: () => () => undefined }),
}));
vi.mock('@/components/shell/top-bar', () => ({ TopBar: () => null }));
vi.mock('@/components/shell/page-title', () => ({ PageTitle: () => null }));

const found = (changes: Partial<RegistryEntry> = {}): RegistryEntry => ({
  name: 'io.example/notes',
  title: 'Notes\u202e',
  description: 'Keeps notes.',
  version: '2.0.0',
  status: 'active',
  statusMessage: null,
  publishedAt: null,
  isLatest: true,
  ...changes,
});
const input = (name: string, changes: Partial<RegistryInput> = {}): RegistryInput => ({
  name,
  description: null,
  placeholder: null,
  preset: null,
  choices: [],
  format: 'string',
  isRequired: true,
  isSecret: false,
  value: null,
  ...changes,
});
const detail: RegistryServer = {
  ...found(),
  website: 'https://notes.example.com',
  repository: null,
  suggested: 'notes',
  remotes: [
    {
      transport: 'streamable-http',
      type: 'http',
      cannot: null,
      url: 'https://{tenant}.example.com/mcp',
      variables: [input('tenant', { description: '<img src=x>Your tenant' })],
      headers: [
        {
          ...input('Authorization', { value: 'Bearer {token}', isSecret: true }),
          variables: [input('token', { isSecret: true })],
        },
        { ...input('X-Region', { choices: ['eu', 'us'], isRequired: false }), variables: [] },
      ],
    },
    { transport: 'sse', type: 'sse', url: 'javascript:1', variables: [], headers: [], cannot: 'address' },
  ],
  packages: [
    {
      kind: 'npm',
      identifier: 'notes',
      version: '2.0.0',
      sha256: null,
      lines: '{ "mcpServers": {} }',
      why: null,
    },
    { kind: 'oci', identifier: '-v', version: null, sha256: null, lines: null, why: 'name' },
  ],
};

const EMPTY = { version: 1, servers: [], problems: [], waiting: 0 };
let asked: [method: string, path: string, body: unknown][];
let refusal: string | undefined;
beforeEach(() => {
  asked = [];
  refusal = undefined;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push([String(init.method), path, JSON.parse(String(init.body ?? 'null'))]);
    const page = { host: 'registry.example.com', entries: [found()], leftOut: 1, next: null };
    if (path.startsWith('/api/registry/version?')) return Response.json(detail);
    if (path.startsWith('/api/registry/versions'))
      return Response.json({ ...page, entries: [found(), found({ version: '1.0.0', isLatest: false })] });
    if (path.startsWith('/api/registry/')) return Response.json(page);
    if (path === '/api/servers/sign-in') return Response.json({ signIns: [], redirectUri: null });
    if (refusal && init.method === 'POST')
      return Response.json({ error: { code: 'unavailable', message: refusal } }, { status: 503 });
    return Response.json(EMPTY);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (registry?: string) =>
  render(
    <ServersSettings servers={EMPTY} signIns={{ signIns: [], redirectUri: null }} registry={registry} />,
  );
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const ofRegistry = () => asked.filter(([, path]) => path.startsWith('/api/registry'));

it('is not there where the operator names none, and asks nothing by itself', () => {
  show();
  expect(screen.queryByText('From a registry')).toBeNull();
  cleanup();
  show('registry.example.com');
  expect(screen.getByText(/The registry registry\.example\.com lists servers of others/)).toBeTruthy();
  expect(ofRegistry()).toEqual([]);
});

it('finds a server, asks for what it wants, and sends what comes of it as an address that is entered', async () => {
  const { container } = show('registry.example.com');
  type('Part of a server’s name', ' notes ');
  press('Search');
  const look = await screen.findByRole('button', { name: 'Look at io.example/notes' });
  expect(screen.getByTestId('registry-entry').textContent).toContain('NotesU+202E');
  expect(screen.getByText('1 entry is in an unknown format, and not shown.')).toBeTruthy();
  fireEvent.click(look);
  const server = await screen.findByTestId('registry-server');
  expect(within(server).getByRole('option', { name: '2.0.0 (newest)' })).toBeTruthy();
  expect(server.textContent).toContain('from its address nobody could tell');
  expect(server.querySelectorAll('a, img')).toHaveLength(0);
  expect(server.textContent).toContain('<img src=x>Your tenant');
  const [lines, none] = screen.getAllByTestId('registry-package');
  expect(lines?.textContent).toContain('mcpServers');
  expect(none?.textContent).toContain('No lines: its name');
  press('Test and add');
  expect(screen.getAllByText('This is needed.')).toHaveLength(2);
  expect(document.activeElement).toBe(screen.getByLabelText('tenant'));
  type('tenant', 'evil.example.net/');
  expect(screen.getByText('This cannot stand at this place of an address.')).toBeTruthy();
  expect(asked.some(([method]) => method === 'POST')).toBe(false);
  type('tenant', 'acme');
  const secret = screen.getByLabelText('token, for the header Authorization, never shown again');
  expect(secret.getAttribute('type')).toBe('password');
  fireEvent.change(secret, { target: { value: 'top-secret' } });
  type('Header X-Region (optional)', 'eu');
  expect(screen.getByTestId('registry-address').textContent).toContain('https://acme.example.com/mcp');
  refusal = 'The server cannot be reached. It was not added.';
  press('Test and add');
  const alert = await screen.findByRole('alert');
  expect(server.contains(alert)).toBe(true);
  expect(alert.textContent).toBe(refusal);
  refusal = undefined;
  press('Test and add');
  await screen.findByText('Added. Every call of it asks until somebody vouches for it.');
  const sent = asked.filter(([method]) => method === 'POST');
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual([
    ...['POST', '/api/servers'],
    {
      name: 'notes',
      url: 'https://acme.example.com/mcp',
      type: 'http',
      mustAnswer: true,
      headers: { Authorization: 'Bearer top-secret', 'X-Region': 'eu' },
    },
  ]);
  expect(ofRegistry().map(([, path]) => path)).toEqual([
    '/api/registry/servers?search=notes',
    '/api/registry/version?name=io.example%2Fnotes&version=2.0.0',
    '/api/registry/versions?name=io.example%2Fnotes',
  ]);
  expect(container.innerHTML).not.toContain('top-secret');
});

it('tells what the registry could not answer', async () => {
  show('registry.example.com');
  vi.stubGlobal('fetch', async () =>
    Response.json(
      { error: { code: 'unavailable', message: 'The registry registry.example.com cannot be reached.' } },
      { status: 503 },
    ),
  );
  press('Search');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The registry registry.example.com cannot be reached.',
  );
});
