/**
 * Text that tries to be more than text, from all sources: messages, answers, arguments, results, chat titles, and
 * servers' descriptions of their tools. It is shown and has no effect.
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { App } from '../../app';
import { type Case, casesOf } from '../../cases';
import { DESTROYS, READS } from '../../servers/hints';
import { type RecordedTool, RecordingMcp } from '../../servers/recording-mcp';
import { ScriptedModel } from '../../servers/scripted-model';
import type { Session } from '../../session';
import { WatchedPage } from '../../watched-page';

/** Steps per turn, and turns per chat: many payloads per page. */
const STEPS = 20;
const TURNS = 6;
/** The number of cards that one step may have. */
const CARDS = 20;

/** Texts that could be taken for HTML, markdown or an address; the other strings are only sent over HTTP. */
const MARKUP = /[<`[\]|]|&#|javascript|https?:/i;

const texts = [
  ...casesOf('04-render'),
  ...casesOf('03-naughty-strings').filter(({ payload = '' }) => MARKUP.test(payload)),
]
  .map(({ payload = '' }) => payload)
  .filter((payload) => payload.trim() !== '');
/** Texts that are short enough for a name. */
const short = texts.filter((text) => text.length <= 200 && text.trim() === text);
const aboutTools = [
  ...casesOf('03-naughty-strings').filter(({ where }) => where === 'tool.title'),
  ...casesOf('04-render').filter(({ where }) => where === 'tool.description'),
  ...casesOf('06-unicode-deception').filter(({ family }) => family === 'dialog-forging'),
];

let app: App;
let model: ScriptedModel;
let vouched: RecordingMcp;
let wild: RecordingMcp;
let member: Session;

test.beforeAll(async () => {
  model = await ScriptedModel.start();
  const echo: RecordedTool = { name: 'echo', annotations: READS, run: ({ at }) => resultOf(Number(at)) };
  const amounts = short.slice(0, 20).map((name, at) => ({ name, amount: `${at + 1}00.00`, currency: 'EUR' }));
  const spent = {
    name: 'spent',
    annotations: READS,
    run: () => ({ text: '', structured: { data: amounts } }),
  };
  vouched = await RecordingMcp.start([echo, spent, ...toolsOf(aboutTools, 0)]);
  wild = await RecordingMcp.start(toolsOf(aboutTools, 1));
  const servers = { vouched: { url: vouched.url, trusted: true }, wild: { url: wild.url } };
  app = await App.start({ modelUrl: model.url, servers });
  member = await app.signIn('member');
});

test.afterAll(async () => {
  await app?.stop();
  await model?.close();
  await vouched?.close();
  await wild?.close();
});

/** Every other payload as text, the others as a table. */
function resultOf(at: number) {
  const text = texts[at] ?? '';
  return at % 2 === 0 ? { text } : { text, structured: { data: [{ name: text, note: text }] } };
}

/** Every other case as title and description of a tool that asks, and as its name if that is permitted. */
function toolsOf(cases: Case[], parity: number): RecordedTool[] {
  const mine = cases.map(({ payload = '' }, at) => ({ payload, at })).filter(({ at }) => at % 2 === parity);
  const asking = mine.map(({ payload, at }) => ({
    name: `tool_${at}`,
    title: payload,
    description: payload,
    annotations: DESTROYS,
  }));
  const named = new Set(mine.map(({ payload }) => payload).filter((payload) => payload !== ''));
  return [...asking, ...[...named].map((name) => ({ name, annotations: READS }))];
}

function chunks<Item>(items: Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** The texts that are missing; without control characters, which the database or HTML replaces. */
function missingIn(page: string | null, wanted: string[]): string[] {
  const plain = (text: string) => text.replaceAll(/[\p{Cc}\u2400\ufffd]/gu, '');
  const shown = plain(page ?? '');
  return wanted.filter((text) => !shown.includes(plain(text))).map((text) => text.slice(0, 100));
}

/** Opens the chat, renders all of it, and expects no effects of its text; a turn still works afterwards. */
async function expectHarmless(watched: WatchedPage, chatId: string, shown: string[]): Promise<void> {
  const { chat } = watched;
  await chat.page.goto(`/chat/${chatId}`);
  await expect(chat.answers.first()).toBeAttached();
  // The Markdown renderer is loaded on demand; without it nothing would be tested.
  await expect(chat.conversation.getByText('That was it.')).not.toHaveCount(0);
  await expect(chat.conversation.getByText('**it**')).toHaveCount(0);
  await watched.unfold();
  expect(missingIn(await chat.conversation.textContent(), shown)).toEqual([]);
  model.script('And now?', [{ text: 'All is well.' }]);
  await chat.ask('And now?');
  await expect(chat.conversation).toContainText('All is well.');
  expect(await watched.findings()).toEqual([]);
}

test('in messages, answers, arguments and results', async ({ browser }) => {
  const turns = chunks(
    texts.map((_, at) => at),
    STEPS,
  );
  const watched = await WatchedPage.open(browser, member);
  for (const part of chunks(turns, TURNS)) {
    const chatId = await member.newChat();
    const shown: string[] = [];
    for (const places of part) {
      const message = `Payloads from ${places[0]}:\n${places.map((at) => texts[at]).join('\n')}`;
      model.script(`Payloads from ${places[0]}:`, [
        ...places.map((at) => ({
          text: texts[at] ?? '',
          calls: [{ tool: 'vouched__echo', input: { at, text: texts[at] } }],
        })),
        { text: 'That was **it**.' },
      ]);
      expect((await member.say(chatId, message)).status).toBe(200);
      shown.push(message);
    }
    expect((await member.chat(chatId)).status).toBe('idle');
    await expectHarmless(watched, chatId, shown);
  }
  await watched.chat.close();
  expect(vouched.of('echo').map(({ input }) => input.text)).toEqual(texts);
});

test('in the titles and descriptions of tools, on cards and rows', async ({ browser }) => {
  const calls = aboutTools.map((_, at) => ({
    tool: `${at % 2 === 0 ? 'vouched' : 'wild'}__tool_${at}`,
    input: {},
  }));
  const watched = await WatchedPage.open(browser, member);
  const { chat } = watched;
  for (const [part, some] of chunks(calls, CARDS).entries()) {
    model.script(`Call part ${part}.`, [{ text: 'Calling.', calls: some }]);
    const chatId = await member.newChat();
    await member.say(chatId, `Call part ${part}.`);
    expect(await member.pending(chatId)).toHaveLength(some.length);
    await chat.page.goto(`/chat/${chatId}`);
    await expect(chat.cards).toHaveCount(some.length);
    await watched.unfold();
    // With everything unfolded, a Confirm that also allows calls ahead says so.
    for (const name of [/^Confirm( and allow)?$/, /^Cancel$/]) {
      await expect(chat.cards.getByRole('button', { name })).toHaveCount(some.length);
      const perCard = chat.cards.evaluateAll(
        (cards, label) =>
          cards.map((card) => {
            const buttons = [...card.querySelectorAll('button')];
            return buttons.filter(({ textContent }) => new RegExp(label).test(textContent ?? '')).length;
          }),
        name.source,
      );
      expect(await perCard).toEqual(some.map(() => 1));
    }
    expect(await watched.findings()).toEqual([]);
  }
  await chat.close();
  const ran = [...vouched.executions, ...wild.executions].filter(({ tool }) => tool !== 'echo');
  expect(ran).toEqual([]);
});

test('in the names of tools: what the model is offered is plain, and every other tool is there', async () => {
  model.script('Which names?', [{ text: 'These.' }]);
  await member.say(await member.newChat(), 'Which names?');
  const names = model.requestsFor('Which names?')[0]?.tools.map(({ name }) => name) ?? [];
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  expect(new Set(names).size).toBe(names.length);
  for (const [at] of aboutTools.entries()) {
    expect(names).toContain(`${at % 2 === 0 ? 'vouched' : 'wild'}__tool_${at}`);
  }
});

test('in the titles of chats', async ({ browser }) => {
  const titles = short.slice(0, 60);
  for (const title of titles) {
    const id = await member.newChat();
    expect((await member.call('PATCH', `/api/chat/${id}`, { title })).status).toBe(200);
  }
  const watched = await WatchedPage.open(browser, member);
  const listed = watched.chat.page.getByRole('navigation', { name: 'Chats' });
  // Older ones are loaded while scrolling down the list.
  await expect(async () => {
    await listed.getByRole('link').last().scrollIntoViewIfNeeded();
    expect(missingIn(await listed.textContent(), titles)).toEqual([]);
  }).toPass();
  expect(await watched.findings()).toEqual([]);
  await watched.chat.close();
});

test('in the labels of charts and tables', async ({ browser }) => {
  const chart = { call: 'vouched__spent', kind: 'bar', title: short.find(({ length }) => length <= 120) };
  model.script('Show me a chart of what was spent', [
    { calls: [{ tool: 'vouched__spent', input: {} }] },
    { calls: [{ tool: 'show_chart', input: chart }] },
    { calls: [{ tool: 'show_table', input: { call: 'vouched__spent', columns: ['name', 'amount'] } }] },
    { text: 'That was **it**.' },
  ]);
  const watched = await WatchedPage.open(browser, member);
  const chatId = await member.newChat();
  await member.say(chatId, 'Show me a chart of what was spent');
  await watched.chat.page.goto(`/chat/${chatId}`);
  await expect(watched.chat.calls('show_chart').locator('.recharts-surface').first()).toBeAttached();
  await watched.unfold();
  expect(await watched.findings()).toEqual([]);
  await watched.chat.close();
});

test('in the names and words of files', async ({ browser }) => {
  const some = short.slice(0, 10);
  const uploads: string[] = [];
  for (const text of some) {
    const words = Buffer.from(texts.join('\n').replaceAll(/[^\P{Cc}\n]/gu, ''));
    const path = `/api/uploads?name=${encodeURIComponent(`${text}.txt`.toWellFormed())}`;
    const { status, body } = await member.call<{ id: string }>('POST', path, words, {
      'content-type': 'application/octet-stream',
    });
    expect(status, text).toBe(201);
    uploads.push(body.id);
  }
  model.script('Read these files', [{ text: 'That was **it**.' }]);
  const chatId = await member.newChat();
  const message = { id: randomUUID(), text: 'Read these files', uploads };
  const sent = await member.fetch('POST', '/api/chat', { chatId, message });
  await sent.text();
  expect(sent.status).toBe(200);
  const watched = await WatchedPage.open(browser, member);
  await watched.chat.page.goto(`/chat/${chatId}`);
  await expect(watched.chat.page.getByTestId('message-file')).not.toHaveCount(0);
  await watched.unfold();
  expect(await watched.findings()).toEqual([]);
  await watched.chat.close();
});

test('in chats of other apps, and in what a search finds of them', async ({ browser }) => {
  const at = '2025-03-04T10:00:00.000000Z';
  const chats = chunks(texts, 100).map((some, nth) => ({
    uuid: `hostile-${nth}`,
    name: short[nth] ?? '',
    created_at: at,
    updated_at: at,
    account: { uuid: 'a' },
    chat_messages: some.map((text, place) => ({
      uuid: `${nth}-${place}`,
      text: '',
      created_at: at,
      content: [{ type: 'text', text: `${text} okapi\n${text}`, citations: [] }],
      sender: place % 2 === 0 ? 'human' : 'assistant',
      attachments: [],
      files: [],
    })),
  }));
  const taken = await member.call(
    'POST',
    '/api/chats/import?name=c.json',
    Buffer.from(JSON.stringify(chats)),
    {
      'content-type': 'application/octet-stream',
    },
  );
  expect(taken).toMatchObject({ status: 200 });
  const watched = await WatchedPage.open(browser, member);
  const { page } = watched.chat;
  const field = page.getByRole('searchbox', { name: 'Search chats' });
  await field.fill('okapi');
  await expect(page.getByRole('navigation', { name: 'Chats' }).locator('mark').first()).toBeVisible();
  expect(await watched.findings()).toEqual([]);
  await page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name: /\d{4}/ }).first().click();
  await expect(page.locator('[data-found]')).toBeVisible();
  await watched.unfold();
  expect(await watched.findings()).toEqual([]);
  await watched.chat.close();
});

test('nothing of it has forged a line of the log', () => {
  expect(app.log.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});
