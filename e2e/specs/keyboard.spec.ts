/** What only a keyboard reveals: that the focus is visible, even in small windows, and never gets lost. */
import { expect, type Page, test } from '@playwright/test';
import { ChatPage, tab } from '../chat-page';
import { ContactBook } from '../contact-book';
import { focused } from '../focused';
import { takePicture } from '../pictured';
import type { Session } from '../session';

/** A window of 1280 px at twice the zoom, and a phone's. */
const SMALL = { width: 640, height: 400 };
const PHONE = { width: 320, height: 640 };
const WIDE = { width: 1280, height: 800 };

let book: ContactBook;
let member: Session;
let admin: Session;

test.beforeAll(async () => {
  book = await ContactBook.start();
  member = await book.app.signIn('member');
  admin = await book.app.signIn('admin');
});

test.afterAll(() => book?.stop());

test.beforeEach(() => book.app.sql`update approvals set status = 'superseded' where status = 'pending'`);

/** Its first item takes the focus a moment after it has opened. */
const inMenu = (page: Page) => expect(page.locator('[role^="menuitem"]:focus')).toHaveCount(1);
const isLost = (page: Page) => page.evaluate(() => document.activeElement === document.body);

for (const viewport of [SMALL, PHONE]) {
  test(`each control of the settings is in sight as Tab comes to it, in a window of ${viewport.width} px`, async ({
    browser,
  }) => {
    const page = await tab(browser, member, '/settings', { viewport });
    await page.getByRole('radio', { name: 'System' }).focus();
    // The last ones are a multi-line field, and then nothing.
    for (let nth = 0; nth < 6; nth++) {
      await page.keyboard.press('Tab');
      const at = await focused(page);
      expect(at, at.name).toMatchObject({ isWithin: true, scrolled: 0 });
      await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 });
      if (nth === 2) await takePicture(page, `keys-settings-${viewport.width}`);
    }
    await page.context().close();
  });
}

test('on a phone one key unfolds all settings, and another puts them away', async ({ browser }) => {
  const page = await tab(browser, admin, '/settings', { viewport: PHONE });
  const button = page.getByRole('button', { name: 'All settings' });
  const last = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Activity' });
  await expect(last).toBeHidden();
  await button.press('Enter');
  await expect(last).toBeVisible();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toMatchObject({ isWithin: true, scrolled: 0 });
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await expect(last).toBeHidden();
  await page.context().close();
});

test('a link at the top leads to the content where there is no conversation', async ({ browser }) => {
  const page = await tab(browser, member, '/settings', { viewport: WIDE });
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toHaveCount(1);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Skip to the conversation' })).toHaveCount(1);
  await page.context().close();
});

async function chatCalled(title: string, by = member): Promise<string> {
  const id = await by.newChat();
  await by.say(id, `${title}, please`);
  expect((await by.call('PATCH', `/api/chat/${id}`, { title })).status).toBe(200);
  return id;
}

test('menus stay in the window, and what opens over the drawer leaves it open', async ({ browser }) => {
  for (const title of ['Herons', 'Lapwings', 'Storks', 'Terns']) await chatCalled(title);
  const chat = await ChatPage.open(browser, member, `/chat/${await chatCalled('Swifts')}`, {
    viewport: SMALL,
  });
  const { page } = chat;
  const options = page.getByRole('banner').getByRole('button', { name: 'Options' });
  await options.press('Enter');
  await inMenu(page);
  await page.keyboard.press('End');
  expect(await focused(page)).toMatchObject({ name: expect.stringContaining('Dark'), isWithin: true });
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+Shift+s');
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer).toBeVisible();
  const row = (title: string) => drawer.getByRole('listitem').filter({ hasText: title });
  for (const title of ['Herons', 'Terns']) {
    await row(title).getByRole('button', { name: 'Chat options' }).press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Pin' })).toBeFocused();
    expect(await focused(page)).toMatchObject({ isWithin: true });
    await takePicture(page, `keys-menu-${title}`);
    await page.keyboard.press('End');
    expect(await focused(page)).toMatchObject({ isWithin: true });
    await page.keyboard.press('Escape');
  }

  await row('Terns').getByRole('button', { name: 'Chat options' }).press('Enter');
  await inMenu(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Rename chat' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Rename chat' })).toHaveCount(0);
  await expect(drawer).toBeVisible();
  await expect(row('Terns').getByRole('button', { name: 'Chat options' })).toBeFocused();

  await page.keyboard.press('Enter');
  await inMenu(page);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const undo = page.getByTestId('toast').getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(undo).toHaveCount(0);
  expect(await isLost(page)).toBe(false);
  await chat.close();
});

test('what turns approvals off is no first thing under Enter', async ({ browser }) => {
  const chat = await ChatPage.open(browser, admin, '/', { viewport: PHONE });
  const { page } = chat;
  await page.getByRole('button', { name: 'Yolo mode' }).press('Enter');
  const popover = page.getByRole('dialog', { name: 'Yolo mode' });
  await expect(popover).toBeVisible();
  await expect(popover).toBeInViewport({ ratio: 1 });
  await takePicture(page, 'keys-yolo-320');
  await page.keyboard.press('Enter');
  await expect(popover).toBeVisible();
  await expect(popover.getByRole('button')).not.toBeFocused();
  await chat.close();
});

test('what is typed right after the key of the palette stands in it', async ({ browser }) => {
  const chat = await ChatPage.open(browser, member, '/', { viewport: SMALL });
  const { page } = chat;
  await expect(chat.composer).toBeFocused();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('settings');
  const field = page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox');
  await expect(field).toHaveValue('settings');
  await expect(field).toBeFocused();
  await expect(chat.composer).toHaveValue('');
  const chosen = page.locator('[role="option"][aria-selected="true"]');
  await expect(async () => {
    const id = await chosen.getAttribute('id');
    expect(id).toBeTruthy();
    expect(await field.getAttribute('aria-activedescendant')).toBe(id);
  }).toPass();
  await takePicture(page, 'keys-palette-640');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('open the menu');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await chat.close();
});

test('what is chosen can be told in high contrast', async ({ browser }) => {
  const page = await tab(browser, member, '/settings', { viewport: SMALL, forcedColors: 'active' });
  const ground = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await ground('label:has(input[name="theme"]:checked)')).not.toBe(
    await ground('label:has(input[name="theme"]:not(:checked))'),
  );
  await takePicture(page, 'keys-contrast-settings');
  // Before hydration a key has no effect, and a person presses again.
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(page.locator('[role="option"][aria-selected="true"]')).toHaveCount(1, { timeout: 5_000 });
  }).toPass();
  expect(await ground('[role="option"][aria-selected="true"]')).not.toBe(
    await ground('[role="option"][aria-selected="false"]'),
  );
  await takePicture(page, 'keys-contrast-palette');
  await page.goto(`/chat/${await chatCalled('Contrast')}`);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await takePicture(page, 'keys-contrast-chat');
  await page.context().close();
});

test('Escape stops an answer, unless something is open that it closes', async ({ browser }) => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  book.model.script('think for long', [{ text: 'I begin and go on', hold: held }]);
  const chat = await ChatPage.open(browser, member, `/chat/${await member.newChat()}`);
  const { page } = chat;
  await chat.send('think for long');
  const stop = page.getByRole('button', { name: 'Stop' });
  await expect(stop).toBeVisible();
  await chat.composer.focus();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Go to' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Go to' })).toHaveCount(0);
  await expect(stop).toBeVisible();
  await expect(chat.composer).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('status').filter({ hasText: 'Stopped' })).toHaveCount(1);
  letGo();
  await chat.close();
});

test('a file that went along with a new chat’s first question is not there in the next one', async ({
  browser,
}) => {
  const chat = await ChatPage.open(browser, member, '/', { viewport: WIDE });
  const { page } = chat;
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A note.') });
  const file = page.getByTestId('chosen-file');
  await expect(file).toContainText('ready');
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().click();
  await chat.chatId();
  await file.getByRole('button').press('Enter');
  await expect(file).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
  await page.keyboard.press('Control+Shift+o');
  await page.waitForURL((url) => url.pathname === '/');
  await expect(chat.composer).toHaveValue('');
  await expect(file).toHaveCount(0);
  await chat.close();
});

test('a chat that is opened from the drawer has the focus, its card being next', async ({ browser }) => {
  const { chatId } = await book.waiting(member);
  await member.call('PATCH', `/api/chat/${chatId}`, { title: 'It waits' });
  const chat = await ChatPage.open(browser, member, '/', { viewport: SMALL });
  const { page } = chat;
  await page.keyboard.press('Control+Shift+s');
  await page
    .getByRole('dialog', { name: 'Menu' })
    .getByRole('link', { name: /It waits/ })
    .press('Enter');
  await expect(chat.cards).toBeVisible();
  await expect(page.locator('#main')).toBeFocused();
  await chat.close();
});

test('the keyboard goes on at the message field once a message was said otherwise', async ({ browser }) => {
  book.model.script('say it otherwise', [{ text: 'So be it.' }]);
  const id = await member.newChat();
  await member.say(id, 'say it');
  const chat = await ChatPage.open(browser, member, `/chat/${id}`, { viewport: SMALL });
  const { page } = chat;
  await page.getByRole('button', { name: 'Edit message' }).press('Enter');
  await page.keyboard.type(' otherwise');
  await page.keyboard.press('Enter');
  await expect(chat.conversation).toContainText('So be it.');
  await expect(chat.composer).toBeFocused();
  await chat.close();
});
