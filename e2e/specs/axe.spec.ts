/** axe finds nothing on any page, in both themes, on a wide and on the smallest screen. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { findings, SCREENS } from '../axe';
import { ChatPage, tab } from '../chat-page';
import { ContactBook } from '../contact-book';
import type { Session } from '../session';

const ANSWER = [
  'Two customers owe us money:',
  '',
  '| Customer | Open |',
  '| --- | ---: |',
  '| Halden Optics | 450.00 EUR |',
  '| Marlowe Accountants | 1,200.00 EUR |',
  '',
  '1. A list, **bold**, `code` and a [link](https://example.com/invoices).',
  '',
  '```json',
  '{ "open": 1650 }',
  '```',
].join('\n');

let book: ContactBook;
let member: Session;
let admin: Session;
/** A chat with content from outside. */
let marked = '';
/** Ends the answer in progress in one of them. */
let letGo = () => {};
/** Chats by their contents. */
const chats = { answer: '', trusted: '', untrusted: '', decided: '', failed: '', unknown: '', queued: '' };

test.beforeAll(async () => {
  book = await ContactBook.start();
  member = await book.app.signIn('member');
  book.model.script('who owes', [
    { text: 'Looking.', calls: [{ tool: 'customers_list', input: { owing: true, limit: 5 } }] },
    { text: ANSWER },
  ]);
  book.model.script('fails', [{ status: 500 }]);
  for (const [name, text] of [
    ['answer', 'who owes us money?'],
    ['failed', 'this fails'],
  ] as const) {
    chats[name] = await member.newChat();
    await member.say(chats[name], text);
  }
  chats.trusted = (await book.waiting(member)).chatId;
  chats.untrusted = (
    await book.waiting(member, [{ tool: 'wild__list_things', input: { all: true } }])
  ).chatId;
  chats.decided = (await book.waiting(member)).chatId;
  const [card] = await member.pending(chats.decided);
  await member.decide(card?.id ?? '', 'cancel', 'Not this one');
  await member.settled(chats.decided, 'idle');
  // Its response is lost after it has deleted for good.
  book.crm.add({ ...book.crm.definition('group_delete'), isCut: () => true });
  const unknownCall = await book.waiting(member, [{ tool: 'crm__group_delete', input: { group: 'all' } }]);
  chats.unknown = unknownCall.chatId;
  await member.decide(unknownCall.card.id, 'confirm');
  await member.settled(unknownCall.chatId, 'waiting');
  admin = await book.app.signIn('admin');
  marked = (await book.waiting(member, [{ tool: 'wild__list_things', input: { all: 'again' } }])).chatId;
  await member.decide((await member.pending(marked))[0]?.id ?? '', 'confirm');
  await member.settled(marked, 'idle');
  chats.queued = await member.newChat();
  const isHeld = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  book.model.script('takes long', [{ text: 'Let me think about it.', hold: isHeld }]);
  void member.say(chats.queued, 'this takes long');
  await member.settled(chats.queued, 'running');
  await member.say(chats.queued, 'and then that');
});

test.afterAll(async () => {
  letGo();
  await book?.stop();
});

/** Checks each page; returns the findings, with the page's name. */
async function look(browser: Browser, options: (typeof SCREENS)[number]) {
  const found: string[] = [];
  const note = async (name: string, page: Page) => {
    for (const finding of await findings(page)) found.push(`${name}: ${finding}`);
  };
  const nobody = await browser.newContext({ ...options, baseURL: book.app.url });
  const page = await nobody.newPage();
  for (const path of ['/sign-in', '/sign-up', '/forgot', '/reset']) {
    await page.goto(path);
    await note(path, page);
  }
  await nobody.close();

  const chat = await ChatPage.open(browser, member, '/', options);
  await note('landing', chat.page);
  await chat.page.goto('/chat/nowhere');
  await note('not found', chat.page);
  await chat.page.goto('/no/such/page');
  await note('no such page', chat.page);
  for (const [name, id] of Object.entries(chats)) {
    await chat.page.goto(`/chat/${id}`);
    await expect(chat.answers).not.toHaveCount(0);
    const calls = chat.page.getByTestId('tool-call');
    if ((await calls.count()) > 0) await calls.first().getByRole('button').first().click();
    if (['trusted', 'untrusted'].includes(name)) await expect(chat.button('Confirm')).toBeEnabled();
    if (name === 'unknown') await expect(chat.page.getByTestId('doubt-card')).toBeVisible();
    if (name === 'queued') await chat.composer.fill('one more');
    await note(name, chat.page);
  }
  await chat.close();
  const office = await tab(browser, admin, '/approvals', options);
  for (const path of [
    '/approvals',
    '/approvals?tab=decided',
    '/approvals?tool=nothing',
    '/approvals/attention',
    '/settings',
    '/settings/grants',
    '/settings/sign-ins',
    '/settings/policy',
    '/settings/tokens',
    '/settings/servers',
    '/settings/team',
    '/settings/account',
    '/settings/tools',
    '/settings/models',
    '/settings/memory',
    '/settings/usage',
    '/settings/keeping',
    '/operation',
    '/activity',
  ]) {
    await office.goto(path);
    await expect(office.getByRole('heading', { level: 2 })).toBeVisible();
    if (path === '/approvals') await expect(office.getByTestId('approval-card').first()).toBeVisible();
    await note(path, office);
  }
  await office.goto(`/chat/${marked}`);
  await expect(office.getByTestId('outside-mark')).toBeVisible();
  await note('marked', office);
  await office.context().close();
  return found;
}

for (const screen of SCREENS) {
  test(`${screen.viewport.width} wide`, async ({ browser }) => {
    test.setTimeout(300_000);
    expect(await look(browser, screen)).toEqual([]);
  });
}
