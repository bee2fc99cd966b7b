/** A run belongs to the server, not to the tab: reloads, further tabs, stop and failure, with a model that waits. */
import { expect, test } from '@playwright/test';
import { App } from '../../app';
import { ChatPage } from '../../chat-page';
import { READS } from '../../servers/hints';
import { RecordingMcp } from '../../servers/recording-mcp';
import { ScriptedModel } from '../../servers/scripted-model';
import type { Session } from '../../session';

let app: App;
let model: ScriptedModel;
let crm: RecordingMcp;
let member: Session;
let chat: ChatPage;

test.beforeAll(async ({ browser }) => {
  model = await ScriptedModel.start();
  const forever = () => new Promise<never>(() => {});
  crm = await RecordingMcp.start([{ name: 'look', annotations: READS, run: forever }]);
  app = await App.start({ modelUrl: model.url, servers: { crm: { url: crm.url, trusted: true } } });
  member = await app.signIn('member');
  chat = await ChatPage.open(browser, member);
});

test.afterAll(async () => {
  await app?.stop();
  await model?.close();
  await crm?.close();
});

/** A new chat whose answer pauses after its first word until it is released. */
async function held() {
  let release = () => {};
  const hold = new Promise<void>((resolve) => {
    release = resolve;
  });
  const mark = `h${Math.random().toString(36).slice(2)}`;
  model.script(mark, [{ text: 'Once upon a time there was an end.', hold }]);
  await chat.page.goto('/');
  await chat.send(mark);
  await expect(chat.conversation).toContainText('Once');
  const chatId = await chat.chatId();
  return { chatId, mark, release };
}

test('reloaded in the middle, the answer goes on where it was, in every tab', async ({ browser }) => {
  const { chatId, mark, release } = await held();
  await chat.page.reload();
  await expect(chat.conversation).toContainText('Once');
  const other = await ChatPage.open(browser, member, `/chat/${chatId}`);
  await expect(other.conversation).toContainText('Once');
  await expect(other.page.getByRole('button', { name: 'Stop' })).toBeVisible();
  release();
  for (const tab of [chat, other]) {
    await expect(tab.conversation).toContainText('Once upon a time there was an end.');
    await expect(tab.page.getByRole('button', { name: 'Send' })).toBeVisible();
    await expect(tab.answers).toHaveCount(1);
  }
  expect(model.requestsFor(mark)).toHaveLength(1);
  await other.close();
});

test('stopped, what was said stays, and the chat goes on', async () => {
  const { chatId, release } = await held();
  await chat.page.getByRole('button', { name: 'Stop' }).click();
  await expect(chat.page.getByRole('button', { name: 'Send' })).toBeVisible();
  release();
  const stored = await member.settled(chatId, 'idle');
  expect(JSON.stringify(stored.messages.at(-1)?.parts)).toContain('Once');
  expect(JSON.stringify(stored.messages.at(-1)?.parts)).not.toContain('an end');
  const [run] = await app.sql`select status from runs where chat_id = ${chatId}`;
  expect(run?.status).toBe('stopped');
  model.script('And then?', [{ text: 'Then this.' }]);
  await chat.ask('And then?');
  await expect(chat.conversation).toContainText('Then this.');
});

test('stopped in the middle of a call, the server that is called learns of it', async () => {
  model.script('look for ever', [{ calls: [{ tool: 'crm__look', input: {} }] }]);
  await chat.page.goto('/');
  await chat.send('look for ever');
  await expect(chat.calls('look')).toHaveAttribute('data-status', 'executing');
  await expect.poll(() => crm.of('look').length).toBe(1);
  await chat.page.getByRole('button', { name: 'Stop' }).click();
  await expect(chat.calls('look')).toHaveAttribute('data-status', 'abort');
  await expect.poll(() => crm.of('look')[0]?.aborted).toBe(true);
  model.script('And now?', [{ text: 'Something else.' }]);
  await chat.ask('And now?');
  await expect(chat.conversation).toContainText('Something else.');
});

test('a model that fails: said on the page, and tried again with one click', async () => {
  let fails = true;
  model.script('flaky question', () => (fails ? { status: 500 } : { text: 'Now it works.' }));
  await chat.page.goto('/');
  await chat.ask('flaky question');
  await expect(chat.conversation.getByRole('alert')).toBeVisible();
  fails = false;
  await chat.page.getByRole('button', { name: 'Try again' }).click();
  await expect(chat.conversation).toContainText('Now it works.');
  await expect(chat.conversation.getByRole('alert')).toHaveCount(0);
  const messages = (await member.chat(await chat.chatId())).messages;
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
});

test('the server dies in the middle: it goes on with the answer, and the open page shows all of it', async () => {
  const { chatId, release } = await held();
  const logged = () => app.sql`
    select 1 from run_events e join runs r on r.id = e.run_id
    where r.chat_id = ${chatId} and e.chunks::text like '%Once%'`;
  await expect.poll(async () => (await logged()).length).toBe(1);
  await app.restart('SIGKILL');
  release();
  const stored = await member.settled(chatId, 'idle');
  const told = stored.messages.at(-1)?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  expect(told).toHaveLength(1);
  await expect(chat.conversation).toContainText(told?.[0] ?? 'nothing');
  await expect(chat.conversation.getByRole('alert')).toHaveCount(0);
  model.script('Are you back?', [{ text: 'Here I am.' }]);
  await chat.ask('Are you back?');
  await expect(chat.conversation).toContainText('Here I am.');
});

test('what was typed and not sent outlives a reload; plan mode offers only what reads', async () => {
  await chat.page.goto('/');
  await chat.composer.fill('not sent yet');
  await chat.page.reload();
  await expect(chat.composer).toHaveValue('not sent yet');
  await chat.page.locator('label', { hasText: 'Plan' }).click();
  await expect(chat.page.getByRole('radio', { name: 'Plan' })).toBeChecked();
  model.script('not sent yet', [{ text: 'A plan.' }]);
  await chat.composer.press('Enter');
  await expect(chat.conversation).toContainText('A plan.');
  expect((await member.chat(await chat.chatId())).mode).toBe('plan');
  const offered = model.requestsFor('not sent yet')[0]?.tools.map(({ name }) => name) ?? [];
  expect(offered).toContain('customers_list');
  expect(offered).not.toContain('customer_create');
});
