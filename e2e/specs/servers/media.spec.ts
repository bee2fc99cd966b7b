/**
 * Servers' answers other than text: images shown, audio played, files saved, and nothing of it loaded from elsewhere.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { gifOf, JPEG, pngOf, WEBP, wavOf } from '../../../lib/connections/testing/pictures';
import { App } from '../../app';
import { findings, SCREENS } from '../../axe';
import { ChatPage } from '../../chat-page';
import { takePicture } from '../../pictured';
import { READS } from '../../servers/hints';
import { RecordingMcp } from '../../servers/recording-mcp';
import { ScriptedModel } from '../../servers/scripted-model';
import type { Session } from '../../session';

const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64');
const PICTURE = pngOf(640, 360);
const HTML = '<!doctype html><script>window.__pwned = 1; document.title = "pwned"</script>';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="window.__pwned = 1"><circle r="9"/></svg>';
const image = (bytes: Buffer | string, mimeType = 'image/png') => ({
  type: 'image',
  mimeType,
  data: base64(bytes),
});
const blob = (uri: string, mimeType: string, bytes: Buffer | string) => ({
  type: 'resource',
  resource: { uri, mimeType, blob: base64(bytes) },
});

let app: App;
let model: ScriptedModel;
let eye: RecordingMcp;
/** A server that must never get a request. */
let elsewhere: Server;
let asked = 0;
let member: Session;
let address = '';

test.beforeAll(async () => {
  elsewhere = createServer((_, response) => {
    asked += 1;
    response.end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  const answering = (name: string, content: object[], more = {}) => ({
    name,
    annotations: READS,
    run: () => ({ raw: { content, ...more } }),
  });
  eye = await RecordingMcp.start([
    answering('every_kind', [
      { type: 'text', text: 'Here is the page.' },
      image(PICTURE),
      image(JPEG, 'image/png'),
      image(gifOf(1), 'image/gif'),
      image(WEBP, 'image/webp'),
      { type: 'audio', mimeType: 'audio/wav', data: base64(wavOf()) },
      { type: 'resource', resource: { uri: 'file:///notes/plan.html', mimeType: 'text/html', text: HTML } },
      blob('file:///out/letter.pdf', 'application/pdf', '%PDF-1.7 not much of one'),
      {
        type: 'resource_link',
        uri: `${address}/report`,
        name: 'report',
        title: 'The report',
        mimeType: 'text/html',
      },
      { type: 'resource_link', uri: 'file:///etc/passwd', name: 'Accounts of the machine' },
    ]),
    answering('liars', [
      image(SVG),
      image(HTML, 'image/png'),
      image(pngOf(1, 1, { width: 60_000, height: 60_000 })),
      blob('file:///a/../../invoice\u202efdp.exe', 'image/png', 'MZ'),
      {
        type: 'resource',
        resource: { uri: `${address}/pixel.png`, mimeType: 'image/png', blob: base64(HTML) },
      },
    ]),
  ]);
  model = await ScriptedModel.start();
  for (const server of ['eye', 'wild']) {
    for (const tool of ['every_kind', 'liars']) {
      model.script(`${server} ${tool}`, [
        { calls: [{ tool: `${server}__${tool}`, input: {} }] },
        { text: 'Seen.' },
      ]);
    }
  }
  const servers = { eye: { url: eye.url, trusted: true }, wild: { url: eye.url } };
  app = await App.start({ modelUrl: model.url, servers });
  member = await app.signIn('member');
});

test.afterAll(async () => {
  await app?.stop();
  await model?.close();
  await eye?.close();
  elsewhere?.closeAllConnections();
  await new Promise((resolve) => elsewhere?.close(resolve));
});

/** A tab, and every address that it requested. */
async function open(browser: Browser, path = '/', options = {}) {
  const chat = await ChatPage.open(browser, member, path, options);
  const requests: string[] = [];
  chat.page.on('request', (request) => requests.push(request.url()));
  return { chat, requests };
}

/** The natural dimensions of every image on the page. */
const drawn = (page: Page) =>
  page
    .locator('[data-testid="media"] img')
    .evaluateAll((all) =>
      (all as HTMLImageElement[]).map(({ complete, naturalWidth, naturalHeight }) => [
        complete,
        naturalWidth,
        naturalHeight,
      ]),
    );

test('pictures are drawn at once, sounds play, files are saved, links wait for a click', async ({
  browser,
}) => {
  const { chat, requests } = await open(browser);
  await chat.ask('eye every_kind');
  const call = chat.calls('every_kind');
  await expect(call.getByTestId('media')).toHaveCount(4);
  await call.getByRole('button', { name: 'Show all 6' }).click();
  await expect(call.getByTestId('media')).toHaveCount(6);
  await expect
    .poll(() => drawn(chat.page))
    .toEqual([
      [true, 640, 360],
      [true, 1, 1],
      [true, 1, 1],
      [true, 1, 1],
    ]);
  const picture = call.getByRole('img', { name: /^Picture of every_kind, from the server eye/ }).first();
  await expect(picture).toBeVisible();

  await call.getByRole('button', { name: /arguments and result/ }).click();
  await expect(call.getByText('Here is the page.')).toBeVisible();
  await expect(call.getByTestId('result-document')).toContainText('window.__pwned = 1');
  const link = call.getByRole('link', { name: 'The report' });
  await expect(link).toHaveAttribute('href', `${address}/report`);
  await expect(link).toHaveAttribute('rel', /noreferrer/);
  await expect(call.getByTestId('result-link').first()).toContainText(new URL(address).host);
  await expect(call.getByTestId('result-link').nth(1)).toContainText('file:///etc/passwd');
  await expect(call.getByTestId('result-link').nth(1).getByRole('link')).toHaveCount(0);

  const heard = await call.locator('audio').evaluate(async (audio: HTMLAudioElement) => {
    audio.muted = true;
    await audio.play();
    return audio.duration;
  });
  expect(heard).toBeCloseTo(0.1, 1);

  const download = chat.page.waitForEvent('download');
  await call.getByRole('link', { name: 'Download letter.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('letter.pdf');
  expect(requests.filter((url) => !url.startsWith(`${app.url}/`) && !/^(?:data|blob):/.test(url))).toEqual(
    [],
  );
  expect(asked).toBe(0);
  await chat.page.close();
});

test('models that see are handed the pictures, over both interfaces, and others words', async () => {
  const seen = async (asking: App) => {
    const person = await asking.signIn('member');
    const id = await person.newChat();
    const before = model.requests.length;
    await person.say(id, 'eye every_kind');
    await person.settled(id, 'idle');
    const [, second] = model.requests.slice(before);
    if (!second) throw new Error('The model was not asked a second time.');
    return second;
  };
  const responses = await seen(app);
  const outputs = (responses.body.input as { type?: string; output?: unknown }[]).filter(
    ({ type }) => type === 'function_call_output',
  );
  const shown = { type: 'input_image', image_url: `data:image/png;base64,${base64(PICTURE)}` };
  expect(outputs[0]?.output).toContainEqual(expect.objectContaining(shown));
  expect(responses.rounds[0]?.[0]).toContain('[image, image/png, 640 x 360 pixels, ');

  const chat = await app.another({ OPENAI_API: 'chat' });
  const messages = (await seen(chat)).body.messages as { role: string; content: unknown }[];
  const url = `data:image/png;base64,${base64(PICTURE)}`;
  expect(messages.at(-2)).toMatchObject({
    role: 'tool',
    content: expect.stringContaining('640 x 360 pixels'),
  });
  expect(messages.at(-1)?.content).toContainEqual({ type: 'image_url', image_url: { url } });
  await chat.stop();

  const words = await app.another({ OPENAI_INPUT: 'text' });
  const read = await seen(words);
  expect(read.rounds[0]?.[0]).toContain('[image, image/png, 640 x 360 pixels, ');
  expect(JSON.stringify(read.body)).not.toContain('base64,');
  await words.stop();
});

test('what lies about itself is a file, with a name that is none but a name', async ({ browser }) => {
  const { chat } = await open(browser);
  await chat.ask('eye liars');
  const call = chat.calls('liars');
  await call.getByRole('button', { name: 'Show all 5' }).click();
  await expect(call.getByTestId('media')).toHaveCount(5);
  await expect(call.locator('img, audio, video, iframe, object, embed')).toHaveCount(0);
  await expect(call.getByText(/60,000 × 60,000 pixels, too large to be shown/)).toBeVisible();
  await expect(call.getByRole('link', { name: 'Download invoicefdp.exe.txt' })).toBeVisible();
  const addresses = await call
    .getByTestId('media')
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
  for (const path of addresses) {
    const { headers } = await member.fetch('GET', path);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="[\w. -]+"; filename\*=UTF-8''[\w%.-]+$/,
      ),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox$/),
      'cache-control': 'no-store',
    });
  }
  expect(await chat.page.evaluate(() => window.__pwned)).toBeUndefined();
  expect(asked).toBe(0);
  await chat.page.close();
});

test('bytes are for those who see the chat, on our own pages, as long as it is there', async () => {
  const id = await member.newChat();
  await member.say(id, 'eye every_kind');
  await member.settled(id, 'idle');
  const { body } = await member.call<{
    messages: { parts: { output?: { content: { at?: string }[] } }[] }[];
  }>('GET', `/api/chat/${id}`);
  const told = JSON.stringify(body);
  expect(told).not.toContain(base64(PICTURE).slice(0, 80));
  const content = body.messages.flatMap(({ parts }) => parts.flatMap(({ output }) => output?.content ?? []));
  const [at = ''] = content.flatMap((part) => part.at ?? []);
  const [call, place] = at.split('/');
  const path = `/api/calls/${call}/content/${place}`;
  const status = async (session: Session, headers = {}) =>
    (await session.fetch('GET', path, undefined, headers)).status;
  const bytes = Buffer.from(await (await member.fetch('GET', path)).arrayBuffer());
  expect(bytes.equals(PICTURE)).toBe(true);
  expect(await status(member, { cookie: '' })).toBe(401);
  expect(await status(member, { 'sec-fetch-site': 'cross-site' })).toBe(403);
  for (const other of ['viewer', 'admin', 'outsider'])
    expect(await status(await app.signIn(other))).toBe(404);
  const pieces = await member.fetch('GET', path, undefined, { range: 'bytes=1-3' });
  expect([pieces.status, await pieces.text()]).toEqual([206, 'PNG']);
  for (const [method, where, expected] of [
    ['POST', path, 405],
    ['GET', `/api/calls/${call}/content/0`, 404],
    ['GET', `/api/calls/${call}/content/x`, 404],
    ['GET', `/api/calls/none/content/${place}`, 404],
  ] as const) {
    expect((await member.fetch(method, where)).status).toBe(expected);
  }
  await member.fetch('DELETE', `/api/chat/${id}`);
  // It can be restored for 30 days, and nobody sees it meanwhile: tests of `lib/chats` cover the erasure.
  expect(await status(member)).toBe(404);
  await member.fetch('POST', `/api/chat/${id}/restore`);
  expect(await status(member)).toBe(200);
});

for (const screen of SCREENS) {
  test(`axe finds nothing, at ${screen.viewport.width} px`, async ({ browser }) => {
    const { chat } = await open(browser, '/', screen);
    await chat.ask('wild every_kind');
    await chat.confirm();
    const call = chat.calls('every_kind');
    await expect(call.getByTestId('media').first()).toContainText('for which nobody has vouched');
    // It is only loaded when it is scrolled into view.
    await call.getByTestId('media').locator('img').first().scrollIntoViewIfNeeded();
    await expect.poll(async () => (await drawn(chat.page))[0]).toEqual([true, 640, 360]);
    await takePicture(chat.page, `closed-${screen.viewport.width}`);
    expect(await findings(chat.page)).toEqual([]);
    await takePicture(chat.page, `closed-${screen.viewport.width}-other`);
    await call.getByRole('button', { name: /arguments and result/ }).click();
    await expect(call.getByTestId('result-document')).toBeVisible();
    expect(await findings(chat.page)).toEqual([]);
    await takePicture(chat.page, `open-${screen.viewport.width}`);
    await chat.page.close();
  });
}
