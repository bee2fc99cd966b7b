/** A person pins a chat, archives it, deletes it and restores it. */
import { expect, type Page, test } from '@playwright/test';
import { findings, SCREENS } from '../../axe';
import { ChatPage, tab } from '../../chat-page';
import { ContactBook } from '../../contact-book';
import type { Session } from '../../session';

let book: ContactBook;
let member: Session;

test.beforeAll(async () => {
  book = await ContactBook.start();
  member = await book.app.signIn('member');
  book.model.script('Tell me', [{ text: 'It is told.' }]);
});

test.afterAll(() => book?.stop());

async function chatOf(text: string): Promise<string> {
  const id = await member.newChat();
  await member.say(id, text);
  return id;
}
const list = (page: Page) => page.getByRole('navigation', { name: 'Chats' });
const toast = (page: Page) => page.getByTestId('toast');
const wide = { viewport: { width: 1280, height: 800 } };

async function choose(page: Page, title: string, item: string): Promise<void> {
  const row = list(page).getByRole('listitem').filter({ hasText: title });
  await row.hover();
  await row.getByRole('button', { name: 'Chat options' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('deleted, and taken back by Undo, by keyboard too', async ({ browser }) => {
  const id = await chatOf('Tell me about herons');
  const { page, conversation } = await ChatPage.open(browser, member, `/chat/${id}`, wide);
  await choose(page, 'Tell me about herons', 'Delete');
  await expect(toast(page)).toContainText('Chat deleted.');
  await expect(page).toHaveURL(/\/$/);
  await expect(list(page).getByText('Tell me about herons')).toHaveCount(0);
  expect((await member.fetch('GET', `/api/chat/${id}`)).status).toBe(404);
  await toast(page).getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/chat/${id}$`));
  await expect(list(page).getByText('Tell me about herons')).toBeVisible();
  await expect(conversation).toContainText('It is told.');
  await page.context().close();
});

test('a temporary chat says that it is one, and is in no list', async ({ browser }) => {
  const chat = await ChatPage.open(browser, member, '/', wide);
  const { page, conversation } = chat;
  await page.getByRole('checkbox', { name: 'Temporary chat.' }).check();
  await chat.send('Tell me about lapwings');
  await expect(conversation).toContainText('It is told.');
  const erased = page.getByText('erased a day after it was last used');
  await expect(erased).toBeVisible();
  await expect(list(page).getByText('lapwings')).toHaveCount(0);
  await page.reload();
  await expect(conversation).toContainText('It is told.');
  await expect(erased).toBeVisible();
  const id = page.url().split('/').at(-1) ?? '';
  expect(await book.app.sql`select temporary from chats where id = ${id}`).toEqual([{ temporary: true }]);
  await page.context().close();
});

test('restored from the list of what was deleted, and moved out of the archive', async ({ browser }) => {
  const [gone, away] = [await chatOf('Tell me about rails'), await chatOf('Tell me about storks')];
  const { page } = await ChatPage.open(browser, member, '/', wide);
  await choose(page, 'Tell me about rails', 'Delete');
  await choose(page, 'Tell me about storks', 'Archive');
  await expect(list(page).getByText('Tell me about storks')).toHaveCount(0);
  await page.goto('/chats');
  await page.getByRole('button', { name: 'Restore: Tell me about rails' }).click();
  await expect(list(page).getByText('Tell me about rails')).toBeVisible();
  await page.getByRole('button', { name: 'Move out of the archive: Tell me about storks' }).click();
  await expect(list(page).getByText('Tell me about storks')).toBeVisible();
  for (const id of [gone, away]) expect((await member.fetch('GET', `/api/chat/${id}`)).status).toBe(200);
  await page.context().close();
});

test('pinned, it stands above all others', async ({ browser }) => {
  await chatOf('Tell me about swifts');
  await chatOf('Tell me about terns');
  const { page } = await ChatPage.open(browser, member, '/', wide);
  await choose(page, 'Tell me about swifts', 'Pin');
  const pinned = list(page).getByRole('region', { name: 'Pinned' });
  await expect(pinned.getByRole('listitem')).toHaveText([/swifts/]);
  await expect(pinned.getByRole('button', { name: 'Chat options' })).toBeFocused();
  await page.reload();
  await expect(pinned.getByRole('listitem')).toHaveText([/swifts/]);
  await choose(page, 'Tell me about swifts', 'Unpin');
  await expect(pinned).toHaveCount(0);
  await page.context().close();
});

const region = (page: Page, name: string) => list(page).getByRole('region', { name, exact: true });
const newest = (page: Page) => region(page, 'Today');

test('put into folders by keyboard and by dragging, folded, and kept when the folder goes', async ({
  browser,
}) => {
  await chatOf('Tell me about grebes');
  const [one, other] = [await chatOf('Tell me about dippers'), await chatOf('Tell me about egrets')];
  const { page } = await ChatPage.open(browser, member, `/chat/${one}`, wide);
  const dippers = list(page).getByRole('link', { name: 'Tell me about dippers' });
  await page.getByRole('button', { name: 'Options', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.getByRole('menuitem', { name: 'Move to a folder' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name of the folder' })).toBeFocused();
  await page.keyboard.type('River birds');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Chat moved to River birds.');
  const folder = region(page, 'River birds');
  await expect(folder.getByRole('link')).toHaveText([/dippers/]);
  await expect(newest(page).getByText('dippers')).toHaveCount(0);
  await expect(async () => {
    await page.mouse.up();
    const row = newest(page).getByText('egrets');
    await row.dragTo(folder.getByRole('button', { name: /River birds/ }), { timeout: 10_000 });
    await expect(folder.getByRole('link')).toHaveCount(2, { timeout: 5_000 });
  }).toPass();
  await folder.getByRole('button', { name: /River birds/ }).press('Enter');
  await expect(dippers).toHaveCount(0);
  await page.reload();
  const name = folder.getByRole('button', { name: /River birds/ });
  await expect(name).toHaveAttribute('aria-expanded', 'false');
  await name.click();
  await expect(folder.getByRole('link')).toHaveCount(2);
  await expect(async () => {
    // The list may be re-rendered while a row is being dragged.
    await page.mouse.up();
    const row = folder.getByRole('link', { name: /egrets/ });
    // The drop may have succeeded although the drag seemed to be interrupted.
    if ((await row.count()) > 0) await row.dragTo(newest(page).getByRole('heading'), { timeout: 5_000 });
    await expect(toast(page)).toContainText('Chat moved out of its folder.', { timeout: 5_000 });
  }).toPass();
  await expect(newest(page).getByText('egrets')).toBeVisible();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(folder.getByRole('link')).toHaveCount(2);
  await folder.hover();
  await folder.getByRole('button', { name: 'Folder options' }).click();
  await page.getByRole('menuitem', { name: 'Delete folder' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete folder' }).click();
  await expect(folder).toHaveCount(0);
  await expect(newest(page).getByText('dippers')).toBeVisible();
  const rows = await book.app.sql`select folder_id from chats where id in ${book.app.sql([one, other])}`;
  expect(rows).toEqual([{ folder_id: null }, { folder_id: null }]);
  await page.context().close();
});

for (const screen of SCREENS) {
  test(`axe finds nothing in folders and their dialogs, ${screen.viewport.width} wide`, async ({
    browser,
  }) => {
    const id = await chatOf('Tell me about a bird whose name is far too long for any side bar');
    const { body } = await member.call<{ id: string }>('POST', '/api/folders', {
      name: `Long ${'name '.repeat(10)}${screen.viewport.width}`,
    });
    await member.fetch('PATCH', `/api/chat/${id}`, { folder: body.id });
    const page = await tab(browser, member, `/chat/${id}`, screen);
    const isPhone = screen.viewport.width < 768;
    if (isPhone) await page.getByRole('button', { name: 'Open the menu' }).click();
    await expect(list(page).getByRole('heading', { name: 'Folders' })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await list(page)
      .getByRole('link', { name: /far too long/ })
      .first()
      .hover();
    await list(page)
      .getByRole('region', { name: /^Long/ })
      .first()
      .getByRole('button', { name: 'Chat options' })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Move to a folder' }).click();
    await expect(page.getByRole('dialog', { name: 'Move to a folder' })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });
}

for (const screen of SCREENS) {
  test(`axe finds nothing, ${screen.viewport.width} wide`, async ({ browser }) => {
    await member.fetch(
      'PATCH',
      `/api/chat/${await chatOf('Tell me about a chat with quite a long title of its own')}`,
      {
        archived: true,
      },
    );
    await member.fetch('DELETE', `/api/chat/${await chatOf('Tell me about what is gone')}`);
    const page = await tab(browser, member, '/chats', screen);
    await expect(page.getByRole('button', { name: /^Restore/ }).first()).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });
}
