/**
 * An admin manages other people's servers: adds one, vouches, reviews changes. Judged by what the servers recorded, and
 * by the app's responses to each person.
 */
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { keyedEntry, startRegistry, type TestRegistry } from '../../../lib/registry/testing/registry';
import { App } from '../../app';
import { tab } from '../../chat-page';
import { takePicture } from '../../pictured';
import { DESTROYS, READS } from '../../servers/hints';
import { RecordingMcp } from '../../servers/recording-mcp';
import { ScriptedModel } from '../../servers/scripted-model';
import type { Session } from '../../session';

const SECRET = 'Bearer only-the-server-knows';
const ROUTES: [method: string, path: string, body?: object][] = [
  ['GET', '/api/servers'],
  ['GET', '/api/servers?count=waiting'],
  ['GET', '/api/registry/servers?search=notes'],
  ['GET', '/api/registry/versions?name=io.example/notes'],
  ['GET', '/api/registry/version?name=io.example/notes&version=1.0.0'],
  ['POST', '/api/servers', { name: 'more', url: 'https://more.example.com/mcp' }],
  ['POST', '/api/servers/desk/try'],
  ['PUT', '/api/servers/desk/trust', { tools: [] }],
  ['DELETE', '/api/servers/desk/trust'],
  [
    'POST',
    '/api/servers/desk/tools',
    { tool: 'note_read', definitionHash: '0'.repeat(64), decision: 'accept' },
  ],
  ['DELETE', '/api/servers/desk'],
];

let app: App;
let model: ScriptedModel;
let desk: RecordingMcp;
let extra: RecordingMcp;
let registry: TestRegistry;
let admin: Session;
let member: Session;

test.beforeAll(async () => {
  model = await ScriptedModel.start();
  desk = await RecordingMcp.start([
    { name: 'note_read', title: 'Read notes', description: 'Reads notes.', annotations: READS },
    { name: 'note_delete', title: 'Delete note', annotations: READS },
  ]);
  extra = await RecordingMcp.start([{ name: 'look', annotations: READS }]);
  registry = await startRegistry();
  app = await App.start({
    modelUrl: model.url,
    servers: { desk: { url: desk.url }, broken: { url: 'nonsense' } },
    env: { AMBER_PRIVATE_SERVERS: '1', AMBER_REGISTRY: registry.origin },
  });
  admin = await app.signIn('admin');
  member = await app.signIn('member');
});

test.afterAll(async () => {
  await app?.stop();
  await model?.close();
  await desk?.close();
  await extra?.close();
  await registry?.close();
});

const open = (browser: Browser, options = {}) => tab(browser, admin, '/settings/servers', options);
const panel = (page: Page, name = 'desk') => page.locator(`[data-testid="server"][data-server="${name}"]`);
const reviewOf = (page: Page, tool: string) =>
  page.locator(`[data-testid="tool-review"][data-tool="${tool}"]`);
const openReview = async (server: Locator) => {
  if ((await server.getByTestId('server-review').getAttribute('open')) === null)
    await server.getByText(/^Look at/).click();
};

/** The model reads notes: whether that asked, and how often the server was called. */
async function reads(): Promise<{ cards: number; ran: number }> {
  const mark = `c${Math.random().toString(36).slice(2)}`;
  model.script(mark, [{ calls: [{ tool: 'desk__note_read', input: { mark } }] }, { text: 'So it is.' }]);
  const chatId = await member.newChat();
  await member.say(chatId, mark);
  const ran = desk.executions.filter(({ input }) => input.mark === mark).length;
  return { cards: (await member.pending(chatId)).length, ran };
}

test('only admins get to it, from our own pages, in the shape that is declared', async ({ browser }) => {
  for (const [method, path, body] of ROUTES) {
    expect((await member.call(method, path, body)).status, `${method} ${path}`).toBe(403);
    const stranger = await fetch(app.url + path, {
      method,
      headers: { origin: app.url },
      redirect: 'manual',
    });
    expect(stranger.status, `${method} ${path}`).toBe(401);
    if (method === 'GET') continue;
    for (const origin of ['', 'https://evil.example.com'])
      expect((await admin.call(method, path, body, { origin })).status, `${method} ${path}`).toBe(403);
    expect((await admin.call(method, path, { ...body, more: 1 })).status, `${method} ${path}`).toBe(400);
  }
  for (const url of ['stdio:node', 'file:///etc/passwd', 'https://me:secret@crm.example.com/', ''])
    expect((await admin.call('POST', '/api/servers', { name: 'more', url })).status, url).toBe(400);
  for (const added of [{ command: 'node' }, { type: 'stdio' }, { trusted: true }]) {
    const body = { name: 'more', url: extra.url, ...added };
    expect((await admin.call('POST', '/api/servers', body)).status).toBe(400);
  }
  const page = await tab(browser, member, '/settings/servers');
  await expect(page.getByRole('heading', { name: 'Only admins read this' })).toBeVisible();
  await expect(page.getByTestId('server')).toHaveCount(0);
  await page.context().close();
});

test('a server nobody vouches for asks; when an admin has looked and vouches, what only reads runs', async ({
  browser,
}) => {
  const page = await open(browser);
  await expect(panel(page)).toContainText('Nobody vouches for it: every call asks.');
  await expect(page.getByRole('region', { name: 'Entries that cannot be used' })).toContainText('broken');
  expect(await reads()).toEqual({ cards: 1, ran: 0 });
  await openReview(panel(page));
  await expect(reviewOf(page, 'note_delete').getByTestId('name-says')).toContainText('may change or destroy');
  await expect(reviewOf(page, 'note_read').getByTestId('name-says')).toHaveCount(0);
  const vouch = page.getByRole('button', { name: 'Vouch for this server: desk' });
  await vouch.focus();
  await page.keyboard.press('Enter');
  await expect(panel(page)).toContainText('Vouched for by');
  await expect(panel(page).getByRole('status')).toContainText('Its hints count from now on.');
  expect(await reads()).toEqual({ cards: 0, ran: 1 });
  // A hint contradicted by the tool's name counts as not declared, until an admin confirms it.
  const doubts = reviewOf(page, 'note_delete').getByTestId('doubt');
  await expect(doubts.first()).toContainText('says “delete”. This counts as not declared until an admin');
  const believe = page.getByRole('button', { name: 'It is true: only reads, note_delete of desk' });
  await expect(believe).toBeEnabled();
  await believe.focus();
  await page.keyboard.press('Enter');
  await expect(doubts.first()).toHaveAttribute('data-believed', 'true');
  await expect(doubts.last()).toHaveAttribute('data-believed', 'false');
  await page.context().close();
});

test('what changes for the worse is off, shown field by field in every open tab, and on again once accepted', async ({
  browser,
}) => {
  const [page, other] = await Promise.all([open(browser), open(browser)]);
  desk.add({
    ...desk.definition('note_read'),
    inputSchema: { type: 'object', properties: { everything: { type: 'boolean' } } },
  });
  desk.add({ name: 'note_new', annotations: DESTROYS });
  await page.getByRole('button', { name: 'Reconnect: desk' }).click();
  await expect(page.getByTestId('servers-waiting')).toContainText(
    '2 tools are off until an admin has looked',
  );
  const review = reviewOf(page, 'note_read');
  await expect(review).toHaveAttribute('data-standing', 'changed');
  await expect(review.getByTestId('change').first()).toContainText('everything');
  await expect(review.getByTestId('change').first()).toHaveAttribute('data-weight', 'loosened');
  expect(await reads()).toEqual({ cards: 0, ran: 0 });
  await page.getByRole('button', { name: 'Accept: note_read of desk' }).click();
  await expect(review).toHaveAttribute('data-standing', 'on');
  expect(await reads()).toEqual({ cards: 0, ran: 1 });
  await page.getByRole('button', { name: 'Keep off: note_new of desk' }).click();
  await expect(reviewOf(page, 'note_new')).toHaveAttribute('data-standing', 'off');
  await expect(page.getByTestId('servers-waiting')).toHaveCount(0);
  // The other tab has not been touched.
  await expect(other.locator('[data-tool="note_new"]')).toHaveAttribute('data-standing', 'off');
  // What was reviewed has changed since.
  desk.add({ ...desk.definition('note_new'), annotations: READS });
  await page.getByRole('button', { name: 'Turn on: note_new of desk' }).click();
  await expect(panel(page).getByRole('alert')).toContainText('have changed since you looked');
  await page.getByRole('button', { name: 'Withdraw: desk' }).click();
  await expect(panel(page)).toContainText('Nobody vouches for it');
  expect(await reads()).toEqual({ cards: 1, ran: 0 });
  await Promise.all([page.context().close(), other.context().close()]);
});

test('a server is added with a credential that nobody gets to see again, and removed', async ({
  browser,
}) => {
  const page = await open(browser);
  // A server that does not answer is not added, and the input stays.
  await page.getByLabel(/^Name/).fill('extra');
  await page.getByLabel('Address').fill('http://127.0.0.1:9/mcp');
  await page.getByRole('button', { name: 'Add server' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'It was not added.' })).toBeVisible();
  await expect(page.getByText(/^Added\./)).toHaveCount(0);
  await expect(panel(page, 'extra')).toHaveCount(0);
  expect(await app.sql`select * from team_servers`).toHaveLength(0);
  await page.getByLabel('Address').fill(extra.url);
  await page.getByText('More: headers and time limits').click();
  await page.getByLabel('Header 1', { exact: true }).fill('Authorization');
  await page.getByLabel(/^Value 1/).fill(SECRET);
  await page.getByRole('button', { name: 'Add server' }).click();
  await expect(panel(page, 'extra')).toContainText('Connected.');
  await expect(panel(page, 'extra')).toContainText('Authorization (values are shown to nobody)');
  expect(new Set(extra.headers.map((headers) => headers.authorization))).toEqual(new Set([SECRET]));
  expect(desk.headers.some((headers) => 'authorization' in headers)).toBe(false);
  await page.reload();
  await expect(panel(page, 'extra')).toBeVisible();
  const seen = [
    await page.content(),
    JSON.stringify((await admin.call('GET', '/api/servers')).body),
    app.log,
  ];
  const rows = await app.sql`select * from team_servers`;
  const record = await app.sql`select body from receipts where kind = 'server changed'`;
  for (const text of [...seen, JSON.stringify(rows), JSON.stringify(record)])
    expect(text).not.toContain('only-the-server-knows');
  expect(rows).toHaveLength(1);
  await page.getByRole('button', { name: 'Remove: extra' }).click();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(panel(page, 'extra')).toHaveCount(0);
  expect(await app.sql`select * from team_servers`).toHaveLength(0);
  await page.goto('/activity');
  await expect(page.getByRole('list', { name: 'Receipts' })).toContainText('removed the server “extra”');
  await page.context().close();
});

test('a server of the registry is found, filled in, and added as one nobody vouches for', async ({
  browser,
}) => {
  registry.entries = [keyedEntry(registry.origin, extra.url)];
  const page = await open(browser);
  await expect(page.getByText('registry 127.0.0.1')).toBeVisible();
  expect(registry.asked).toEqual([]);
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeEnabled();
  await page.getByLabel('Part of a server’s name').fill('notes');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Look at io.example/notes' }).click();
  const found = page.getByTestId('registry-server');
  await expect(found.getByTestId('registry-package')).toContainText('"npx"');
  await found.getByRole('button', { name: 'Test and add' }).click();
  await expect(found.getByText('This is needed.')).toHaveCount(2);
  await found.getByLabel('host').fill(new URL(extra.url).host);
  await found.getByLabel(/^key, for the header Authorization/).fill('only-the-server-knows');
  await expect(found.getByTestId('registry-address')).toContainText(extra.url);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await found.getByRole('button', { name: 'Test and add' }).click();
  await expect(panel(page, 'notes')).toContainText('Nobody vouches for it: every call asks.');
  await expect(found).toHaveCount(0);
  expect(extra.headers.at(-1)?.authorization).toBe(SECRET);
  expect(JSON.stringify(registry.asked) + (await page.content()) + app.log).not.toContain(
    'only-the-server-knows',
  );
  expect(new Set(registry.asked.map(({ path }) => path.split('/', 3).join('/')))).toEqual(
    new Set(['/v0.1/servers']),
  );
  expect((await admin.call('DELETE', '/api/servers/notes')).status).toBe(200);
  await page.context().close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [320, 1280]) {
    test(`is fit to be read and used: ${colorScheme}, ${width} wide`, async ({ browser }) => {
      desk.add({
        name: `tool_${colorScheme}_${width}`,
        description: 'Does\u202e it.',
        annotations: DESTROYS,
      });
      await vouchFor('desk');
      desk.add({
        ...desk.definition('note_delete'),
        description: `Other ${colorScheme} ${width}.`,
        annotations: DESTROYS,
      });
      desk.add({ ...desk.definition('note_read'), annotations: { ...READS, openWorldHint: width > 400 } });
      desk.add({ name: `late_${colorScheme}_${width}`, annotations: READS });
      const page = await open(browser, { colorScheme, viewport: { width, height: 900 } });
      await page.getByRole('button', { name: 'Reconnect: desk' }).click();
      await expect(page.getByTestId('servers-waiting')).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect(
        violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 300)}`)),
      ).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      await takePicture(page, `servers-${colorScheme}-${width}`);
      const box = page.getByRole('main');
      await box.evaluate((main) => main.scrollTo(0, 500));
      await takePicture(page, `servers-${colorScheme}-${width}-2`);
      await box.evaluate((main) => main.scrollTo(0, main.scrollHeight));
      await takePicture(page, `servers-${colorScheme}-${width}-3`);
      await page.context().close();
    });
  }
}

interface Listed {
  servers: { server: string; reviews: { name: string; definitionHash: string }[] }[];
}

/** Like an admin who accepts everything as it is. */
async function vouchFor(name: string): Promise<void> {
  const { body } = await admin.call<Listed>('POST', `/api/servers/${name}/try`);
  const reviews = body.servers.find(({ server }) => server === name)?.reviews ?? [];
  const tools = reviews.map(({ name: tool, definitionHash }) => ({ tool, definitionHash }));
  expect((await admin.call('PUT', `/api/servers/${name}/trust`, { tools })).status).toBe(200);
}
