/** A long call on the page: its progress, in every tab and after a reload, its log, and a Stop for only this call. */
import { expect, test } from '@playwright/test';
import { ChatPage } from '../../chat-page';
import { ContactBook } from '../../contact-book';
import { takePictures } from '../../pictured';
import type { RecordedTool } from '../../servers/recording-mcp';
import type { Session } from '../../session';

let book: ContactBook;
let member: Session;

test.beforeAll(async () => {
  book = await ContactBook.start();
  member = await book.app.signIn('member');
});

test.afterAll(() => book?.stop());

/** Reports its progress from time to time, until it is released or aborted. */
function copying(): { run: NonNullable<RecordedTool['run']>; letGo: () => void } {
  let isOver = false;
  const run: RecordedTool['run'] = async (_input, signal, say) => {
    await say.log({ level: 'warning', logger: 'copy', data: 'b.txt is there already' });
    while (!isOver && !signal.aborted) {
      await say.progress({ progress: 3, total: 10, message: 'Copying invoices-2026-11.csv' });
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return { text: 'copied' };
  };
  return { run, letGo: () => (isOver = true) };
}

test('a long call says how far it is in every tab and after a reload, and shows its log when opened', async ({
  browser,
}) => {
  const { run, letGo } = copying();
  book.crm.add({ ...book.crm.definition('note_read'), run });
  book.model.script('copy the notes', [
    { calls: [{ tool: 'crm__note_read', input: {} }] },
    { text: 'All copied.' },
  ]);
  const chat = await ChatPage.open(browser, member);
  await chat.send('copy the notes');
  const progress = (tab: ChatPage) => tab.calls('note_read').getByTestId('call-progress');
  await expect(progress(chat)).toContainText('Copying invoices-2026-11.csv, 3 of 10');
  const bar = chat.page.getByRole('progressbar', { name: /progress$/ });
  await expect(bar).toHaveAttribute('aria-valuenow', '3');
  await expect(chat.calls('note_read')).toContainText(/\d+ s of 10 min/);
  const second = await ChatPage.open(browser, member, `/chat/${await chat.chatId()}`);
  await expect(progress(second)).toContainText('3 of 10');
  await chat.page.reload();
  await expect(progress(chat)).toContainText('3 of 10');
  await takePictures(chat.page, 'progress');
  letGo();
  await expect(chat.conversation).toContainText('All copied.');
  for (const tab of [chat, second]) await expect(progress(tab)).toHaveCount(0);
  await chat
    .calls('note_read')
    .getByRole('button', { name: /arguments and result/ })
    .click();
  await expect(chat.page.getByTestId('call-log')).toContainText('warning copy: b.txt is there already');
  await takePictures(chat.page, 'log');
  await second.close();
  await chat.close();
});

test('one call is stopped alone: its server hears of it, and the answer goes on', async ({ browser }) => {
  const { run } = copying();
  book.crm.add({ ...book.crm.definition('note_read'), run });
  book.model.script('copy them again', [
    { calls: [{ tool: 'crm__note_read', input: {} }] },
    { text: 'Left as it was.' },
  ]);
  const chat = await ChatPage.open(browser, member);
  await chat.send('copy them again');
  await chat.page.getByRole('button', { name: /^End this call/ }).click();
  await expect(chat.conversation).toContainText('Left as it was.');
  await expect(chat.calls('note_read')).toHaveAttribute('data-status', 'abort');
  await expect.poll(() => book.crm.of('note_read').at(-1)?.aborted).toBe(true);
  await chat.close();
});

test('what may have done something is unknown when it is stopped', async ({ browser }) => {
  const { run } = copying();
  book.crm.add({ ...book.crm.definition('note_add'), run });
  book.model.script('add all notes', [
    { calls: [{ tool: 'crm__note_add', input: {} }] },
    { text: 'Not said.' },
  ]);
  const chat = await ChatPage.open(browser, member);
  await chat.send('add all notes');
  await chat.page.getByRole('button', { name: /^End this call/ }).click();
  await expect(chat.calls('note_add')).toHaveAttribute('data-status', 'unknown');
  await expect(chat.page.getByTestId('doubt-card')).toBeVisible();
  expect(book.model.requestsFor('add all notes')).toHaveLength(1);
  await chat.close();
});

test('Servers shows the log, and how long a call may take', async ({ browser }) => {
  const admin = await book.app.signIn('admin');
  const { run, letGo } = copying();
  letGo();
  book.crm.add({ ...book.crm.definition('note_read'), run });
  book.model.script('copy for the admin', [
    { calls: [{ tool: 'crm__note_read', input: {} }] },
    { text: 'Done so.' },
  ]);
  const chat = await ChatPage.open(browser, admin);
  await chat.ask('copy for the admin');
  await chat.page.goto('/settings/servers');
  const panel = chat.page.locator('[data-testid="server"][data-server="crm"]');
  await expect(panel).toContainText('b.txt is there already');
  await expect(panel).toContainText('ends after 1 min without a word of it, and after 10 min in all');
  await takePictures(chat.page, 'servers');
  await chat.close();
});
