/**
 * A server asks a question during a call: a form in the chat, which a reload and a second process show as well. The
 * server's own list has the answers.
 */
import { expect, type Locator, test } from '@playwright/test';
import { App } from '../../app';
import { findings, SCREENS } from '../../axe';
import { ChatPage } from '../../chat-page';
import { READS } from '../../servers/hints';
import { RecordingMcp } from '../../servers/recording-mcp';
import { ScriptedModel } from '../../servers/scripted-model';
import type { Session } from '../../session';

const TABLE = {
  message: 'For how many people, and when?\nThe terrace is closed.',
  requestedSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Name of the booking', minLength: 2 },
      mail: { type: 'string', title: 'Mail', format: 'email', description: 'Where the confirmation goes' },
      people: { type: 'integer', title: 'People', minimum: 1, maximum: 12 },
      day: { type: 'string', title: 'Day', format: 'date' },
      place: {
        type: 'string',
        title: 'Place',
        oneOf: [
          { const: 'in', title: 'Inside' },
          { const: 'bar', title: 'At the bar' },
        ],
      },
      extras: {
        type: 'array',
        title: 'Extras',
        items: { type: 'string', enum: ['High chair', 'Cake'] },
      },
      quiet: { type: 'boolean', title: 'A quiet corner' },
    },
    required: ['name', 'people'],
  },
};

let app: App;
let other: App;
let model: ScriptedModel;
let bistro: RecordingMcp;
let member: Session;

test.beforeAll(async () => {
  model = await ScriptedModel.start();
  bistro = await RecordingMcp.start([
    { name: 'table_book', title: 'Book table', annotations: READS, asks: TABLE },
    {
      name: 'wifi_join',
      title: 'Join wifi',
      annotations: READS,
      asks: {
        message: 'Almost there.',
        requestedSchema: {
          type: 'object',
          properties: { value: { type: 'string', title: 'WLAN-Passwort' } },
        },
      },
    },
  ]);
  app = await App.start({
    modelUrl: model.url,
    servers: { bistro: { url: bistro.url, trusted: true }, stranger: { url: bistro.url } },
  });
  other = await app.another();
  member = await app.signIn('member');
});

test.afterAll(async () => {
  await other?.stop();
  await app?.stop();
  await model?.close();
  await bistro?.close();
});

/** Has the model call the tool when the word is mentioned. */
function script(tool: string): string {
  const word = `w${Math.random().toString(36).slice(2)}`;
  model.script(word, [{ calls: [{ tool, input: {} }] }, { text: 'That is settled.' }]);
  bistro.answers.length = 0;
  return word;
}

const formIn = (chat: ChatPage): Locator => chat.page.getByTestId('elicitation-card');
const lineIn = (chat: ChatPage): Locator => chat.page.getByTestId('elicitation-line');

test('a form is answered after a reload, through another process, and its answer reaches the server', async ({
  browser,
}) => {
  const chat = await ChatPage.open(browser, member);
  await chat.send(script('bistro__table_book'));
  await expect(formIn(chat)).toBeVisible();
  const id = await chat.chatId();
  await chat.page.reload();
  await expect(formIn(chat)).toBeVisible();
  await expect(chat.calls('table_book')).toHaveAttribute('data-status', 'executing');
  // It has not taken the focus, and nothing on it is yellow.
  expect(await formIn(chat).evaluate((form) => form.contains(document.activeElement))).toBe(false);
  await expect(chat.cards).toHaveCount(0);
  await chat.close();

  const there = await ChatPage.open(browser, await other.signIn('member'), `/chat/${id}`);
  const form = formIn(there);
  await form.getByRole('button', { name: 'Send', exact: true }).click();
  // One at each field, and one beside the button.
  await expect(form.getByRole('alert')).toHaveCount(3);
  await expect(form.getByLabel('Name of the booking')).toBeFocused();
  await form.getByLabel('Name of the booking').fill('Anna');
  await form.getByLabel('Mail').fill('nobody');
  await form.getByLabel('People').fill('13');
  await form.getByLabel('Day').fill('2026-12-24');
  await form.getByLabel('Place').selectOption('At the bar');
  await form.getByLabel('Cake').check();
  await form.getByLabel('A quiet corner').check();
  await form.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(form.getByRole('alert')).toHaveCount(3);
  expect(bistro.answers).toEqual([]);
  await form.getByLabel('Mail').fill('anna@example.com');
  await form.getByLabel('People').fill('4');
  await form.getByLabel('People').press('Enter');
  await expect(lineIn(there)).toHaveAttribute('data-status', 'accepted');
  await expect(form).toHaveCount(0);
  const content = {
    name: 'Anna',
    mail: 'anna@example.com',
    people: 4,
    day: '2026-12-24',
    place: 'bar',
    extras: ['Cake'],
    quiet: true,
  };
  await expect.poll(() => bistro.answers).toEqual([{ action: 'accept', content }]);
  await expect(there.calls('table_book')).toHaveAttribute('data-status', 'success');
  await expect(lineIn(there)).toContainText('anna@example.com');
  await there.page.reload();
  await expect(lineIn(there)).toContainText('At the bar');
  await there.close();
  const rows = await app.sql`select status, answer, answered_by from elicitations where chat_id = ${id}`;
  expect(rows).toMatchObject([{ status: 'accepted', answer: content }]);
});

test('a form that asks for a secret is declined, and the chat says what was asked', async ({ browser }) => {
  const chat = await ChatPage.open(browser, member);
  await chat.ask(script('bistro__wifi_join'));
  await expect(lineIn(chat)).toHaveAttribute('data-refusal', 'secret');
  await expect(lineIn(chat)).toContainText('bistro');
  await expect(lineIn(chat)).toContainText('WLAN-Passwort');
  await expect(formIn(chat)).toHaveCount(0);
  expect(bistro.answers).toEqual([{ action: 'decline' }]);
  const id = await chat.chatId();
  const rows = await app.sql`select status, refusal from elicitations where chat_id = ${id}`;
  expect(rows).toMatchObject([{ status: 'declined', refusal: 'secret' }]);
  await chat.close();
});

test('only the person whose chat it is answers, from the app’s own pages, and once', async () => {
  const chatId = await member.newChat();
  const saying = member.say(chatId, script('bistro__table_book'));
  const open = () => app.sql`select id from elicitations where chat_id = ${chatId} and status = 'open'`;
  await expect.poll(async () => (await open()).length).toBe(1);
  const [{ id } = { id: '' }] = (await open()) as unknown as { id: string }[];
  const path = `/api/elicitations/${id}`;
  const decline = { action: 'decline' };
  const status = async (session: Session, body: unknown, headers = {}) =>
    (await session.fetch('POST', path, body, headers)).status;
  const outsider = await app.signIn('outsider');
  expect(await status(outsider, decline)).toBe(404);
  expect(await status(await app.signIn('admin'), decline)).toBe(404);
  expect(await status(member, decline, { cookie: '' })).toBe(401);
  expect(await status(member, decline, { origin: 'https://evil.example' })).toBe(403);
  expect(await status(member, decline, { origin: '' })).toBe(403);
  expect(await status(member, decline, { 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await status(member, { action: 'accept' })).toBe(400);
  expect(await status(member, { action: 'cancel' })).toBe(400);
  expect(await status(member, { ...decline, decision: 'confirm' })).toBe(400);
  const wrong = await member.call<{ fields: object }>('POST', path, { action: 'accept', content: {} });
  expect([wrong.status, Object.keys(wrong.body.fields).sort()]).toEqual([400, ['name', 'people']]);
  expect((await member.fetch('GET', path)).status).toBe(405);
  expect(bistro.answers).toEqual([]);
  expect(await status(member, decline)).toBe(200);
  expect(await status(member, decline)).toBe(200);
  expect(await status(member, { action: 'accept', content: { name: 'Anna', people: 2 } })).toBe(409);
  await saying;
  expect(bistro.answers).toEqual([decline]);
});

for (const options of SCREENS) {
  test(`a form has nothing for axe at ${options.viewport.width} px, open and answered`, async ({
    browser,
  }) => {
    const chat = await ChatPage.open(browser, member, '/', options);
    await chat.send(script('bistro__table_book'));
    await expect(formIn(chat)).toBeVisible();
    await formIn(chat).getByRole('button', { name: 'Send', exact: true }).click();
    await expect(formIn(chat).getByRole('alert')).toHaveCount(3);
    expect(await findings(chat.page)).toEqual([]);
    await formIn(chat).getByLabel('Name of the booking').fill('Anna');
    await formIn(chat).getByLabel('People').fill('4');
    await formIn(chat).getByRole('button', { name: 'Send', exact: true }).press('Enter');
    await expect(lineIn(chat)).toHaveAttribute('data-status', 'accepted');
    await expect(lineIn(chat)).toBeFocused();
    await expect(chat.page.getByRole('button', { name: 'Send' })).toBeVisible();
    expect(await findings(chat.page)).toEqual([]);
    await chat.close();
  });
}

test('Stop takes the form away, and nothing of it is sent', async ({ browser }) => {
  const chat = await ChatPage.open(browser, member);
  await chat.send(script('bistro__table_book'));
  await expect(formIn(chat)).toBeVisible();
  await chat.page.getByRole('button', { name: 'Stop' }).click();
  await expect(formIn(chat)).toHaveCount(0);
  await expect(lineIn(chat)).toHaveAttribute('data-status', 'cancelled');
  expect(bistro.answers).toEqual([]);
  await chat.close();
});

test('when the process that waits is killed its form is closed, and what only reads asks anew', async () => {
  const chatId = await member.newChat();
  void member.say(chatId, script('bistro__table_book')).catch(() => undefined);
  const statuses = async () => {
    const rows = await app.sql`select status from elicitations where chat_id = ${chatId} order by asked_at`;
    return rows.map(({ status }) => status);
  };
  await expect.poll(statuses).toEqual(['open']);
  await app.kill();
  try {
    await expect.poll(statuses).toEqual(['cancelled', 'open']);
    const there = await other.signIn('member');
    const [form] = await app.sql`select id from elicitations where chat_id = ${chatId} and status = 'open'`;
    const said = { action: 'accept', content: { name: 'Anna', people: 2 } };
    expect((await there.call('POST', `/api/elicitations/${form?.id}`, said)).status).toBe(200);
    await there.settled(chatId, 'idle');
    expect(bistro.answers).toEqual([said]);
    expect(bistro.of('table_book').length).toBeGreaterThan(0);
  } finally {
    await app.revive();
  }
});
