/** Of many tools the model is sent the few that a message needs: seen on the wire, in the record and on the page. */
import { expect, test } from '@playwright/test';
import { App } from '../../app';
import { findings, SCREENS } from '../../axe';
import { ChatPage, tab } from '../../chat-page';
import { takePicture } from '../../pictured';
import { ScriptedModel } from '../../servers/scripted-model';
import type { Session } from '../../session';

const MESSAGE = 'Which customers owe us money?';

let app: App;
let model: ScriptedModel;
let admin: Session;

test.beforeAll(async () => {
  model = await ScriptedModel.start();
  app = await App.start({ modelUrl: model.url, env: { AMBER_OFFER_ALL_UP_TO: '20' } });
  admin = await app.signIn('admin');
});

test.afterAll(async () => {
  await app?.stop();
  await model?.close();
});

const sent = (message: string) =>
  model.requestsFor(message).map(({ tools }) => tools.map(({ name }) => name));

test('twelve are sent, the search finds another, and what was not sent does not run', async ({ browser }) => {
  model.script(MESSAGE, [
    { calls: [{ tool: 'team_members_list', input: {} }] },
    { calls: [{ tool: 'search_tools', input: { query: 'list the members of the team' } }] },
    { calls: [{ tool: 'team_members_list', input: {} }] },
    { text: 'There they are.' },
  ]);
  const chatId = await admin.newChat();
  await admin.say(chatId, MESSAGE);
  await admin.settled(chatId, 'idle');
  const [first = [], second, third = [], fourth] = sent(MESSAGE);
  expect(first.length).toBeLessThanOrEqual(12);
  expect(first).toContain('customers_list');
  expect(first).not.toContain('team_members_list');
  expect(second).toEqual(first);
  expect(third.slice(0, first.length)).toEqual(first);
  expect(third).toContain('team_members_list');
  expect(fourth).toEqual(third);
  const [run] = await app.sql`select offered from runs where chat_id = ${chatId}`;
  expect(run?.offered.flatMap(({ tools }: { tools: string[] }) => tools)).toEqual(third);
  const calls = await app.sql`select tool, status from calls where chat_id = ${chatId} order by seq`;
  expect(calls.map(({ tool, status }) => `${tool} ${status}`)).toEqual([
    'search_tools success',
    'team_members_list success',
  ]);
  const chat = await ChatPage.open(browser, admin, `/chat/${chatId}`);
  await expect(chat.page.getByTestId('tool-call').filter({ hasText: 'Search tools' })).toBeVisible();
  await chat.close();
});

for (const screen of SCREENS) {
  test(`the page shows what was sent, and why, ${screen.viewport.width} wide`, async ({ browser }) => {
    const message = `${MESSAGE} (${screen.viewport.width})`;
    model.script(message, [{ text: 'Nobody.' }]);
    const chatId = await admin.newChat();
    await admin.say(chatId, message);
    await admin.settled(chatId, 'idle');
    const page = await tab(browser, admin, '/settings/tools', screen);
    await page.getByLabel('Sample message').fill(message);
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('offer')).toHaveCount(sent(message)[0]?.length ?? 0);
    await expect(page.getByTestId('offer').filter({ hasText: 'List customers' })).toContainText(
      'Matches the message',
    );
    await page.getByTestId('left-out').first().locator('summary').click();
    await expect(page.getByTestId('left-out').first()).toContainText('amber customer_delete');
    await takePicture(page, 'tools', true);
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });
}

test('what is remembered can be forgotten', async ({ browser }) => {
  const page = await tab(browser, admin, '/settings/tools');
  await expect(page.getByText(/Now [1-9]\d* of your team/)).toBeVisible();
  await page.getByRole('button', { name: 'Forget the team' }).click();
  await expect(page.getByText('No messages remembered yet.')).toBeVisible();
  expect((await app.sql`select * from tool_memory`).length).toBe(0);
  await page.context().close();
});
