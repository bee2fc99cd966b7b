/**
 * Pages of servers (MCP Apps) in a browser: the official examples work, and a hostile page gets nothing out of its
 * frame.
 */
import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, expect, type FrameLocator, test } from '@playwright/test';
import { App } from '../../app';
import { findings, SCREENS } from '../../axe';
import { ChatPage } from '../../chat-page';
import { hostilePage } from '../../pages/hostile-app';
import { takePicture } from '../../pictured';
import { RecordingMcp } from '../../servers/recording-mcp';
import { ScriptedModel } from '../../servers/scripted-model';
import type { Session } from '../../session';

const example = (name: string) => ({
  command: process.execPath,
  args: [
    join(import.meta.dirname, `../../../node_modules/@modelcontextprotocol/${name}/dist/index.js`),
    '--stdio',
  ],
  trusted: true,
});
const READS = { readOnlyHint: true, openWorldHint: false };
const page = (resourceUri: string) => ({ ui: { resourceUri } });

let app: App;
let model: ScriptedModel;
let shop: RecordingMcp;
let admin: Session;
let close: () => Promise<void>;
/** The hostile page's requests that got out. */
const requests: string[] = [];
let packets = 0;

test.beforeAll(async () => {
  model = await ScriptedModel.start();
  const http = createServer(({ method, url }, response) => {
    requests.push(`${method} ${url}`);
    response.end();
  });
  http.on('connection', () => requests.push('connection'));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const udp = createSocket('udp4', () => {
    packets += 1;
  });
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  shop = await RecordingMcp.start([
    { name: 'open_shop', title: 'Open the shop', annotations: READS, meta: page('ui://shop/view') },
    { name: 'open_trap', title: 'Open the trap', annotations: READS, meta: page('ui://shop/trap') },
    { name: 'peek', annotations: READS },
    { name: 'think', annotations: READS, meta: { ui: { visibility: ['model'] } } },
    {
      name: 'empty_shop',
      title: 'Empty the shop',
      annotations: { destructiveHint: true, openWorldHint: false },
    },
  ]);
  const ports = { httpPort: (http.address() as AddressInfo).port, udpPort: udp.address().port };
  shop.pages.set('ui://shop/trap', hostilePage(ports));
  shop.pages.set('ui://shop/view', SHOP);
  app = await App.start({
    modelUrl: model.url,
    servers: {
      budget: example('server-budget-allocator'),
      basic: example('server-basic-vanillajs'),
      shop: { url: shop.url, trusted: true },
    },
    env: { AMBER_OFFER_ALL_UP_TO: '100' },
  });
  admin = await app.signIn('admin');
  // Programs take time to start, and tools that they have not listed by then are missing in a chat.
  const servers = async () => {
    const { body } = await admin.call<{ tools: { server: string }[] }>('GET', '/api/tools');
    return new Set(body.tools.map(({ server }) => server));
  };
  await expect.poll(servers, { timeout: 120_000 }).toEqual(new Set(['amber', 'budget', 'basic', 'shop']));
  close = async () => {
    http.closeAllConnections();
    http.close();
    udp.close();
    await app.stop();
    await model.close();
    await shop.close();
  };
});
test.afterAll(() => close?.());

/** An honest page of our own: its buttons call, ask and suggest. */
const SHOP = `<!doctype html><meta name="color-scheme" content="light dark"><title>Shop</title>
<style>body { font: 14px system-ui; margin: 12px } button { display: block; margin: 4px 0 }</style>
<p id="told">Nothing yet</p><p id="theme"></p>
<button id="peek">Peek</button><button id="empty">Empty it</button><button id="words">Suggest</button><button id="link">Read more</button>
<p id="said"></p><script>
let id = 0; const waiting = new Map(); const $ = (name) => document.getElementById(name);
const ask = (method, params) => new Promise((done) => { waiting.set(++id, done); parent.postMessage({ jsonrpc: '2.0', id, method, params }, '*'); });
const look = ({ theme, locale }) => { if (theme) $('theme').textContent = theme + ' ' + locale; };
addEventListener('message', ({ data }) => {
  if (data.method === 'ui/notifications/tool-result') $('told').textContent = data.params.content[0].text;
  if (data.method === 'ui/notifications/host-context-changed') look(data.params);
  if (waiting.has(data.id)) { waiting.get(data.id)(data.result ?? data.error); waiting.delete(data.id); }
});
for (const [name, params] of Object.entries({ peek: ['tools/call', { name: 'peek', arguments: {} }], empty: ['tools/call', { name: 'empty_shop', arguments: {} }],
  words: ['ui/message', { role: 'user', content: [{ type: 'text', text: 'How many are left?' }] }], link: ['ui/open-link', { url: 'https://shop.example/more?x=1' }] }))
  $(name).onclick = async () => { $('said').textContent = name + ': ' + JSON.stringify(await ask(...params)); };
ask('ui/initialize', { protocolVersion: '2026-01-26', appInfo: { name: 'shop', version: '1' }, appCapabilities: {} }).then(({ hostContext }) => {
  look(hostContext);
  parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/initialized' }, '*');
  parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: 260 } }, '*');
});
</script>`;

/** A chat in which the tool was called; `asks`: it declares no hints, and waits for a person. */
async function opened(browser: Browser, tool: string, screen: object = SCREENS[0], asks = false) {
  const message = `Call ${tool} ${Math.random()}`;
  model.script(message, [{ calls: [{ tool, input: {} }] }, { text: 'There it is.' }]);
  const chatId = await admin.newChat();
  await admin.say(chatId, message);
  await admin.settled(chatId, asks ? 'waiting' : 'idle');
  const chat = await ChatPage.open(browser, admin, `/chat/${chatId}`, screen);
  return { chat, chatId, frame: chat.page.frameLocator('iframe') };
}
/** The same with its page: opened by the person, or automatically once they have confirmed its call. */
async function shown(browser: Browser, tool: string, screen?: object, asks = false) {
  const made = await opened(browser, tool, screen, asks);
  const { page: tab } = made.chat;
  if (asks) await made.chat.confirm();
  else await tab.getByRole('button', { name: /^Show the page of/ }).click();
  await expect(tab.locator('iframe')).toBeVisible();
  return made;
}

for (const screen of SCREENS) {
  const { width } = screen.viewport;

  test(`the official examples are shown and call their servers, ${width} wide`, async ({ browser }) => {
    const budget = await shown(browser, 'budget__get-budget-data', screen, true);
    await expect(budget.frame.getByText(/Marketing/).first()).toBeVisible();
    await takePicture(budget.chat.page, 'budget');
    expect(await findings(budget.chat.page)).toEqual([]);
    await takePicture(budget.chat.page, 'budget-other');
    await budget.chat.page.context().close();

    const basic = await shown(browser, 'basic__get-time', screen, true);
    await press(basic.frame, /get server time/i);
    // Below its page: it declares no hints, so a person is asked.
    await basic.chat.confirm();
    await expect
      .poll(() => rowsOf(basic.chatId))
      .toMatchObject([{ server: 'basic', tool: 'get-time', status: 'success' }]);
    await takePicture(basic.chat.page, 'basic');
    await basic.chat.page.context().close();
  });
}

test('a page shows its result, calls, suggests and asks to open a link; the person decides', async ({
  browser,
}) => {
  const { chat, chatId, frame } = await shown(browser, 'shop__open_shop');
  const { page: tab } = chat;
  await expect(frame.locator('#told')).toHaveText('done');
  await expect(frame.locator('#theme')).toHaveText('light en');
  await press(frame, 'Peek');
  await expect(frame.locator('#said')).toContainText('peek: {"content":[{"type":"text","text":"done"}]}');
  await press(frame, 'Suggest');
  await expect(chat.composer).toHaveValue('How many are left?');
  await expect(frame.locator('#said')).toHaveText('words: {}');
  await press(frame, 'Read more');
  await expect(tab.getByText('The page wants to open shop.example.')).toBeVisible();
  await takePicture(tab, 'link');
  const [popup] = await Promise.all([
    tab.context().waitForEvent('page'),
    tab.getByRole('link', { name: 'Open', exact: true }).click(),
  ]);
  await popup.close();
  await expect(frame.locator('#said')).toHaveText('link: {}');
  await press(frame, 'Empty it');
  const card = chat.cards;
  await expect(card).toBeVisible();
  expect(await card.evaluate((element) => element.closest('[data-testid="app"]'))).toBeNull();
  await takePicture(tab, 'card');
  expect(await findings(tab)).toEqual([]);
  expect(shop.of('empty_shop')).toHaveLength(0);
  await chat.confirm(card);
  await expect(frame.locator('#said')).toContainText('empty: {"content"');
  expect(shop.of('empty_shop')).toHaveLength(1);
  expect((await rowsOf(chatId)).map(({ tool, status }) => [tool, status])).toEqual([
    ['peek', 'success'],
    ['empty_shop', 'success'],
  ]);
  expect((await admin.chat(chatId)).messages).toHaveLength(2);
  await tab.getByRole('button', { name: 'Close the page' }).click();
  await expect(tab.locator('iframe')).toHaveCount(0);
  await tab.context().close();
});

test('a hostile page gets nothing out, and nothing of the page around it', async ({ browser }) => {
  const { chat, chatId } = await opened(browser, 'shop__open_trap');
  const { page: tab } = chat;
  await tab.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    window.addEventListener('message', ({ data }) => typeof data === 'string' && heard.push(data));
  });
  await chat.composer.fill('Mine.');
  const before = shop.executions.length;
  await tab.getByRole('button', { name: /^Show the page of/ }).click();
  const heard = () => tab.evaluate(() => (window as unknown as { heard: string[] }).heard);
  await expect.poll(heard).toContain('DONE');
  // It keeps trying: the keyboard, and a navigation after a second.
  await chat.composer.click();
  await tab.mouse.move(2, 2);
  for (const key of 'abc') {
    await tab.waitForTimeout(500);
    await tab.keyboard.type(key);
  }
  const said = await heard();
  expect(said.filter((one) => one.startsWith('GOT'))).toEqual([]);
  expect(said).toContain('EARLY refused');
  const answers = said.find((one) => one.startsWith('SAID'))?.slice(5) ?? '[]';
  expect(JSON.parse(answers)).toEqual([
    ['elsewhere', 'refused'],
    ['customer_delete', 'refused'],
    ['think', 'refused'],
    ['message', 'taken'],
    ['message again', 'refused'],
    ['context', 'error'],
    ['unknown', 'error'],
    ['link', 'refused'],
    ['link', 'refused'],
    ['link', 'refused'],
  ]);
  expect(requests).toEqual([]);
  expect(packets).toBe(0);
  expect(tab.url()).toBe(`${app.url}/chat/${chatId}`);
  expect(shop.executions).toHaveLength(before);
  expect(await rowsOf(chatId)).toEqual([]);
  expect(await chat.composer.inputValue()).toContain('abc');
  expect(await chat.composer.inputValue()).not.toContain('Flood');
  expect((await admin.chat(chatId)).messages).toHaveLength(2);
  // It may have been closed by now because of its navigation.
  const height = await tab.getByTestId('app').evaluate((element) => element.getBoundingClientRect().height);
  expect(height).toBeLessThanOrEqual(900);
  await takePicture(tab, 'hostile');
  await tab.context().close();
});

const press = (frame: FrameLocator, name: string | RegExp) => frame.getByRole('button', { name }).click();

/** Calls made by pages in the chat. */
function rowsOf(chatId: string) {
  return app.sql<{ server: string; tool: string; status: string }[]>`
    select c.server, c.tool, c.status from calls c join chats p on p.id = c.chat_id where p.root_id = ${chatId} order by c.seq`;
}
