/**
 * The operator's list in the built app: programs run, change without a restart, and end with it. And its servers
 * through the gateway: ticked by a person for a client, and signed in to by that person alone.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { startIssuer } from '../../../lib/authorization/testing/issuer';
import { startProtected } from '../../../lib/authorization/testing/protected-server';
import { App } from '../../app';
import { findings } from '../../axe';
import { tab } from '../../chat-page';
import { connectClient, signInClient } from '../../outside-client';
import { place } from '../../sign-in-page';

const ROOT = join(import.meta.dirname, '../../..');
const bin = (name: string) => join(ROOT, 'node_modules/@modelcontextprotocol', name, 'dist/index.js');
const program = (name: string, ...args: string[]) => ({
  command: process.execPath,
  args: [bin(name), ...args],
});

interface Listed {
  tools: { server: string; name: string; trusted: boolean; policy: string }[];
  problems: { server: string; message: string }[];
}

/** The programs that a process has started, by their command lines, if the system can tell. */
function programsOf(pid: number): string[] {
  const children = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(children)) return [];
  const pids = readFileSync(children, 'utf8').trim().split(' ').filter(Boolean);
  return pids.map((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').replaceAll('\0', ' '));
}

test('servers of mcp.json are programs too; they come and go with the file, and end with the app', async () => {
  const app = await App.start({
    servers: { thinking: program('server-sequential-thinking'), bad: { command: '' } },
  });
  const admin = await app.signIn('admin');
  const listed = async () => (await (await admin.fetch('GET', '/api/tools')).json()) as Listed;
  const servers = async () => [...new Set((await listed()).tools.map(({ server }) => server))].sort();

  await expect.poll(servers).toEqual(['amber', 'thinking']);
  const { tools, problems } = await listed();
  expect(tools.find(({ name }) => name === 'sequentialthinking')).toMatchObject({
    trusted: false,
    policy: 'ask',
  });
  expect(problems).toEqual([{ server: 'bad', message: expect.stringContaining('"command"') }]);
  expect(app.log).toContain('The MCP server bad is left out');

  app.listServers({ memory: program('server-memory') });
  await expect.poll(servers).toEqual(['amber', 'memory']);
  const { pid = 0 } = app;
  if (process.platform === 'linux') {
    await expect.poll(() => programsOf(pid).filter((line) => line.includes('server-'))).toHaveLength(1);
    const [line] = programsOf(pid).filter((one) => one.includes('server-'));
    expect(line).toContain('server-memory');
  }
  await app.stop();
});

/** Input before hydration is lost, so it is repeated. */
async function listens(tokens: Page): Promise<void> {
  const name = tokens.getByLabel('What it is for');
  await expect(async () => {
    await name.fill('');
    await name.fill('Laptop');
    await tokens.getByRole('checkbox', { name: 'Read customers' }).uncheck();
    await tokens.getByRole('checkbox', { name: 'Read customers' }).check();
    await expect(tokens.getByRole('button', { name: 'Create token' })).toBeEnabled({ timeout: 5_000 });
  }).toPass();
}

test('a client uses what its person has ticked, with that person’s sign-in, until it is unticked', async ({
  browser,
}) => {
  const issuer = await startIssuer();
  issuer.tells = true;
  issuer.login = 'mia';
  const notes = await startProtected(issuer);
  const app = await App.start({
    servers: { notes: { url: notes.url, trusted: true } },
    env: { AMBER_PRIVATE_SERVERS: '1' },
  });
  const [admin, member] = [await app.signIn('admin'), await app.signIn('member')];
  const page = await tab(browser, member, '/settings/tokens');
  const tick = page.getByRole('checkbox', { name: 'notes' });
  await expect(tick).not.toBeChecked();
  await listens(page);
  await tick.check();
  await page.getByRole('button', { name: 'Create token' }).click();
  const token = (await page.getByTestId('new-token').textContent()) ?? '';
  expect(await app.sql`select servers from tokens`).toEqual([
    { servers: [{ name: 'notes', url: notes.url }] },
  ]);
  const client = await connectClient(app.url, token, 'legacy', 'Laptop');
  const read = async (of = client) =>
    JSON.stringify((await of.callTool({ name: 'notes__read', arguments: {} })).content);
  const [link = ''] = /http:\/\/[^\s"]+\/allow\/server\/[\w.-]+/.exec(await read()) ?? [];
  expect(notes.ran).toEqual([]);
  // It may use another name of this machine than the browser, whose cookie belongs to its own.
  const { pathname } = new URL(link);
  const others = await tab(browser, admin, pathname);
  await expect(others.getByRole('heading', { name: 'There is nothing to sign in to here' })).toBeVisible();
  await others.context().close();
  await page.goto(pathname);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Laptop');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('notes');
  await page.getByRole('button', { name: 'See where that is' }).click();
  await expect(page.getByTestId('sign-in-host')).toHaveText(new URL(issuer.origin).host);
  expect(issuer.requestsFor('/authorize')).toEqual([]);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Go there and sign in' }).click();
  await expect(place(page, 'notes')).toContainText('Signed in as “mia”.');
  expect(await read()).toContain('for mia');
  expect(notes.ran).toEqual([{ login: 'mia', tool: 'read' }]);

  // A client that signs in by itself asks on a page of its own, and gets nothing that is not ticked there.
  const asking = await tab(browser, member, '/settings/tokens');
  const reader = await signInClient(app.url, 'Reader', async (at) => {
    await asking.goto(at.slice(new URL(at).origin.length));
    const allowed = asking.getByRole('checkbox', { name: 'notes' });
    await expect(allowed).not.toBeChecked();
    await expect(asking.getByRole('button', { name: 'Allow', exact: true })).toBeEnabled();
    await allowed.check();
    expect(await findings(asking)).toEqual([]);
    await asking.getByRole('button', { name: 'Allow', exact: true }).click();
    await expect(asking.getByText('The program has heard.')).toBeVisible();
  });
  expect(await read(reader)).toContain('for mia');
  await asking.goto('/settings/tokens');
  await listens(asking);
  const row = asking.getByTestId('token').filter({ hasText: 'Reader' });
  await row.getByTestId('token-servers').locator('summary').click();
  await row.getByRole('checkbox', { name: 'notes' }).uncheck();
  await row.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('Saved. It counts from the client’s next request on.')).toBeVisible();
  await expect(read(reader)).rejects.toThrow('not found');
  expect(await read()).toContain('for mia');
  expect(notes.ran).toHaveLength(3);
  await Promise.all([client.close(), reader.close()]);
  await Promise.all([page.context().close(), asking.context().close()]);
  await app.stop();
  await Promise.all([issuer.close(), notes.close()]);
});
