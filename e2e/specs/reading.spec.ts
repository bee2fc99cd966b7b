/** The reading position in a conversation: questions at the top, pending cards in view, and the button to the end. */
import { type Browser, expect, test } from '@playwright/test';
import { ChatPage } from '../chat-page';
import { ContactBook } from '../contact-book';
import { takePicture } from '../pictured';
import type { Session } from '../session';

let book: ContactBook;
let member: Session;

test.beforeAll(async () => {
  book = await ContactBook.start();
  member = await book.app.signIn('member');
});

test.afterAll(() => book?.stop());

async function chatWith(by: Session, text: string): Promise<string> {
  const id = await by.newChat();
  await by.say(id, text);
  return id;
}

const opened = (browser: Browser, by: Session, id: string, viewport = { width: 1280, height: 800 }) =>
  ChatPage.open(browser, by, `/chat/${id}`, { viewport });

const LONG = Array.from({ length: 60 }, (_, nth) => `Paragraph ${nth} of what there is to say.`).join('\n\n');

test('a question goes to the top and its answer is read from its beginning, also when one was further up', async ({
  browser,
}) => {
  book.model.script('say it all', [{ text: LONG }]);
  book.model.script('say little', [{ text: 'Little.' }]);
  book.model.script('say it once more', [{ text: LONG }]);
  const chat = await opened(browser, member, await chatWith(member, 'say it all'));
  const { page, conversation } = chat;
  const edge = (await conversation.boundingBox())?.y ?? 0;
  const fromTop = async (text: string) =>
    ((await conversation.getByText(text, { exact: true }).last().boundingBox())?.y ?? 0) - edge;
  const latest = page.getByRole('button', { name: 'Jump to latest' });
  await expect(conversation.getByText('Paragraph 59 of')).toBeInViewport();

  await chat.ask('say little');
  await expect(conversation.getByText('Little.')).toBeInViewport();
  expect(await fromTop('say little')).toBeLessThan(40);
  expect(await fromTop('say little')).toBeGreaterThanOrEqual(0);
  await expect(latest).toHaveCount(0);

  await conversation.evaluate((log) => log.scrollTo({ top: 300 }));
  await expect(latest).toBeVisible();
  await chat.ask('say it once more');
  await expect(conversation.getByText('Paragraph 59 of')).toHaveCount(2);
  expect(await fromTop('say it once more')).toBeLessThan(40);
  expect(await fromTop('say it once more')).toBeGreaterThanOrEqual(0);
  await expect(conversation.getByText('Paragraph 0 of').last()).toBeInViewport();
  await latest.click();
  await expect(conversation.getByText('Paragraph 59 of').last()).toBeInViewport();
  await expect(latest).toHaveCount(0);
  await chat.close();
});

test('what leads to the end lies on no words and on no card, and a click with Escape draws no frame', async ({
  browser,
}) => {
  book.model.script('say all of it', [{ text: LONG }]);
  const id = await chatWith(member, 'say all of it');
  for (const width of [1280, 375]) {
    const chat = await opened(browser, member, id, { width, height: 800 });
    const latest = chat.page.getByRole('button', { name: 'Jump to latest' });
    // While the page still grows a single scroll may be undone.
    await expect(async () => {
      await chat.conversation.evaluate((log) => log.scrollTo({ top: 300 }));
      await expect(latest).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await takePicture(chat.page, `latest-${width}`);
    const arrow = await latest.boundingBox();
    const words = await chat.conversation.getByText('Paragraph 20 of').evaluate((line) => {
      const range = document.createRange();
      range.selectNodeContents(line);
      return range.getBoundingClientRect().right;
    });
    if (width === 1280) expect(arrow?.x ?? 0).toBeGreaterThan(words);
    await chat.conversation.getByText('Paragraph 9 of').click();
    await chat.page.keyboard.press('Escape');
    expect(await chat.conversation.evaluate((log) => getComputedStyle(log).outlineStyle)).toBe('none');
    await chat.close();
  }
  const { chatId } = await book.waiting(member);
  const chat = await opened(browser, member, chatId, { width: 375, height: 800 });
  await expect(chat.button('Confirm')).toBeInViewport({ ratio: 1 });
  await expect(chat.page.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0);
  await takePicture(chat.page, 'card-375');
  await chat.page.setViewportSize({ width: 320, height: 800 });
  await expect(chat.button('Confirm')).toBeInViewport({ ratio: 1 });
  await takePicture(chat.page, 'card-320');
  await chat.close();
});
