/**
 * Calls whose outcome is unknown: a trusted server does what it was asked and then cuts the connection. Its own list
 * has what was executed.
 */
import { expect, type Locator, test } from '@playwright/test';
import { App } from '../../app';
import { ChatPage } from '../../chat-page';
import { ADDS, READS } from '../../servers/hints';
import { RecordingMcp } from '../../servers/recording-mcp';
import { ScriptedModel } from '../../servers/scripted-model';
import type { Session } from '../../session';

let app: App;
let model: ScriptedModel;
let books: RecordingMcp;
let member: Session;
let chat: ChatPage;
let isFirst = true;
/** Entries whose responses are lost, and how often. */
const losses = new Map<string, number>();

test.beforeAll(async ({ browser }) => {
  isFirst = true;
  model = await ScriptedModel.start();
  books = await RecordingMcp.start([
    {
      name: 'entry_add',
      title: 'Add entry',
      annotations: ADDS,
      run: ({ entry }) => ({ text: `added ${entry}` }),
      isCut: ({ entry }) => {
        const left = losses.get(String(entry)) ?? 0;
        losses.set(String(entry), left - 1);
        return left > 0;
      },
    },
    {
      name: 'entry_find',
      title: 'Find entry',
      annotations: READS,
      inputSchema: { properties: { entry: { type: 'string' } }, required: ['entry'] },
      run: ({ entry }) => ({ structured: { found: ran(String(entry)) } }),
    },
  ]);
  app = await App.start({ modelUrl: model.url, servers: { books: { url: books.url, trusted: true } } });
  member = await app.signIn('member');
  chat = await ChatPage.open(browser, member);
});

test.afterAll(async () => {
  await app?.stop();
  await model?.close();
  await books?.close();
});

const ran = (entry: string) => books.of('entry_add').filter(({ input }) => input.entry === entry).length;

/** Has the model add a new entry when its name is mentioned; the response is lost this often. */
function script(times = 1): string {
  const entry = `e${Math.random().toString(36).slice(2)}`;
  losses.set(entry, times);
  model.script(entry, [
    { text: 'Adding it.', calls: [{ tool: 'books__entry_add', input: { entry, amount: 12.5 } }] },
    { text: 'That is settled.' },
  ]);
  return entry;
}

/** What the model read about the call in the end. */
const told = (entry: string) => model.requestsFor(entry).at(-1)?.rounds.flat().join('\n') ?? '';

interface UnknownOutcome {
  entry: string;
  card: Locator;
  line: Locator;
  row: Locator;
}

const cardIn = (chat: ChatPage) => chat.page.getByRole('group', { name: 'Unknown: Add entry' });

/** In a new chat in the only tab; the first time it appears while the person is watching. */
async function unknownOutcome(times = 1): Promise<UnknownOutcome> {
  const entry = script(times);
  if (isFirst) {
    await chat.send(`add ${entry}`);
    isFirst = false;
  } else {
    const chatId = await member.newChat();
    await member.say(chatId, `add ${entry}`);
    await chat.page.goto(`/chat/${chatId}`);
  }
  const card = cardIn(chat);
  await expect(card).toBeVisible();
  // A press before hydration has no effect.
  const isAlive = () =>
    card.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps')));
  await expect.poll(isAlive).toBe(true);
  const line = chat.page.getByTestId('doubt-resolution');
  return { entry, card, line, row: chat.calls('entry_add') };
}

test('"It happened" runs nothing, tells the model, and lets the answer go on, in every tab', async ({
  browser,
}) => {
  const { entry, card, line, row } = await unknownOutcome();
  await expect(row).toHaveAttribute('data-status', 'unknown');
  await expect(card).toContainText('books, trusted');
  await expect(card.getByTestId('doubt-input')).toContainText(entry);
  await expect(card).toContainText('Nobody knows whether it took effect.');
  await expect(chat.page.getByRole('button', { name: 'Send' })).toBeVisible();
  expect(model.requestsFor(entry)).toHaveLength(1);
  const second = await ChatPage.open(browser, member, `/chat/${await chat.chatId()}`);
  await expect(cardIn(second)).toBeVisible();

  await card.getByRole('button', { name: 'Check with Find entry' }).click();
  await expect(card.getByTestId('doubt-check')).toContainText('What books says now, Find entry');
  await expect(card.getByTestId('doubt-check')).toContainText('found1');

  await card.getByRole('button', { name: 'It happened' }).click();
  for (const tab of [chat, second]) {
    await expect(tab.page.getByTestId('doubt-resolution')).toContainText('You said that it happened');
    await expect(tab.conversation).toContainText('That is settled.');
    await expect(cardIn(tab)).toHaveCount(0);
  }
  await expect(row).toHaveAttribute('data-status', 'success');
  expect(told(entry)).toContain('this call took effect');
  expect(ran(entry)).toBe(1);
  await line.getByRole('button').click();
  await expect(chat.page.getByRole('group', { name: 'What was not known: Add entry' })).toContainText(entry);
  await second.close();
});

test('"It did not happen, run it" runs it once more, and only when pressed on purpose', async () => {
  const { entry, card, line, row } = await unknownOutcome();
  const run = card.getByRole('button', { name: 'It did not happen, run it' });
  await expect(run).toBeEnabled();
  await run.evaluate((button: HTMLElement) => button.click());
  await expect(run).toBeEnabled();
  expect(ran(entry)).toBe(1);
  await run.click();
  await expect(line).toContainText('You said that it did not happen, and had it run');
  await expect(row).toHaveAttribute('data-status', 'success');
  await expect(chat.conversation).toContainText('That is settled.');
  expect(ran(entry)).toBe(2);
  expect(told(entry)).toContain(`added ${entry}`);
});

test('one that was run once more and got lost again has a card again', async () => {
  const { entry, card } = await unknownOutcome(2);
  const first = await card.getAttribute('data-call-id');
  await card.getByRole('button', { name: 'It did not happen, run it' }).click();
  await expect(card).not.toHaveAttribute('data-call-id', first ?? '');
  await card.getByRole('button', { name: 'It happened' }).click();
  await expect(chat.conversation).toContainText('That is settled.');
  expect(ran(entry)).toBe(2);
});

test('"Leave it" runs nothing, and the row stays as it is, after a reload too', async () => {
  const { entry, card, line, row } = await unknownOutcome();
  await card.getByRole('button', { name: 'Leave it' }).press('Enter');
  await expect(line).toContainText('You left it unresolved');
  await expect(line.getByRole('button')).toBeFocused();
  await expect(chat.conversation).toContainText('That is settled.');
  expect(told(entry)).toContain('left it at that');
  await chat.page.reload();
  await expect(line).toContainText('You left it unresolved');
  await expect(row).toHaveAttribute('data-status', 'unknown');
  expect(ran(entry)).toBe(1);
});

test('a new message goes past it: then it cannot be run from there, but it can be said to have happened', async () => {
  const { entry, card, line } = await unknownOutcome();
  model.script('never mind', [{ text: 'Very well.' }]);
  await chat.ask('never mind');
  await expect(chat.conversation).toContainText('Very well.');
  await expect(card.getByRole('button', { name: 'It did not happen, run it' })).toBeDisabled();
  await expect(card).toContainText('ask for it again below');
  await card.getByRole('button', { name: 'It happened' }).click();
  await expect(line).toContainText('You said that it happened');
  expect(ran(entry)).toBe(1);
  expect(model.requestsFor(entry)).toHaveLength(1);
});

test('somebody else was first: the card gives way to what was said', async () => {
  const { card, line } = await unknownOutcome();
  const admin = await app.signIn('admin');
  const id = await card.getAttribute('data-call-id');
  const said = await admin.call('POST', `/api/calls/${id}`, { resolution: 'left' });
  expect(said.status).toBe(200);
  await expect(line).toContainText('left it unresolved');
  await expect(line).not.toContainText('You');
  await expect(card).toHaveCount(0);
});

test('it has room on every screen', async () => {
  const { card } = await unknownOutcome();
  for (const [width, height, target] of [
    [320, 568, 44],
    [1280, 800, 28],
  ] as const) {
    await chat.page.setViewportSize({ width, height });
    for (const name of ['Leave it', 'It happened', 'It did not happen, run it', 'Check with Find entry']) {
      const button = card.getByRole('button', { name, exact: true });
      await button.scrollIntoViewIfNeeded();
      await expect(button).toBeInViewport({ ratio: 1 });
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(target);
    }
    const overflow = await chat.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
});
