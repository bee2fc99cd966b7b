/**
 * Edited arguments on the card, and calls that are allowed ahead there. Judged by what the tool server recorded,
 * whatever the page says.
 */
import { expect, type Locator, test } from '@playwright/test';
import { findings, SCREENS } from '../../axe';
import { ChatPage } from '../../chat-page';
import { ContactBook } from '../../contact-book';
import { DESTROYS } from '../../servers/hints';
import type { Session } from '../../session';

const REFUND = {
  type: 'object',
  properties: {
    contact: { type: 'string', title: 'Contact', description: 'Who gets the money' },
    amount: { type: 'number', minimum: 1, description: 'In euros' },
    urgent: { type: 'boolean' },
    currency: { enum: ['EUR', 'USD'] },
    due: { type: 'string', format: 'date' },
    lines: { type: 'array', items: { type: 'object' } },
  },
  required: ['contact', 'amount'],
  additionalProperties: false,
};

let book: ContactBook;
let member: Session;
let chat: ChatPage;

test.beforeAll(async ({ browser }) => {
  book = await ContactBook.start();
  book.crm.add({
    name: 'payment_refund',
    title: 'Refund payment',
    description: 'Pays money back.',
    annotations: DESTROYS,
    inputSchema: REFUND,
  });
  member = await book.app.signIn('member');
  chat = await ChatPage.open(browser, member);
});

test.afterAll(() => book?.stop());

const refund = (input: object) => [{ tool: 'crm__payment_refund', input }];

async function opened(input: object, on: ChatPage = chat) {
  const waiting = await book.waiting(member, refund(input));
  await on.page.goto(`/chat/${waiting.chatId}`);
  await expect(on.cards).toHaveCount(1);
  return waiting;
}

async function openForm(on: ChatPage = chat): Promise<Locator> {
  await on.cards.getByRole('button', { name: 'Change the arguments' }).click();
  const form = on.page.getByTestId('argument-form');
  await expect(form.getByRole('button', { name: 'Show the changed call' })).toBeVisible();
  return form;
}

async function openGrant(on: ChatPage = chat): Promise<Locator> {
  await on.cards.getByRole('button', { name: 'Don’t ask again for calls like this' }).click();
  const grant = on.page.getByTestId('grant-form');
  await expect(grant.getByTestId('grant-sentence')).toBeVisible();
  return grant;
}

/** Pressed once the record's evidence is shown: while a card moves it accepts no press. */
async function allow(on: ChatPage = chat): Promise<void> {
  await expect(on.page.getByTestId('grant-trial')).toBeVisible();
  await on.cards.getByRole('button', { name: 'Confirm and allow' }).click();
}

/** A refund for a contact of its own, in a chat: whether it asks, and what ran. */
async function refunded(chatId: string, amount: number) {
  const mark = book.script(refund({ amount }));
  await member.say(chatId, `refund ${mark}`);
  const cards = await member.pending(chatId);
  return { asks: cards.length > 0, ran: book.ranFor(mark).map(({ input }) => input.amount) };
}

test('what runs is the call as it was changed, and the card says who changed what', async () => {
  const { ran, chatId, mark } = await opened({ amount: 500, urgent: false, lines: [{ part: 1 }] });
  const form = await openForm();
  await expect(form).toBeFocused();
  await expect(chat.button('Confirm')).toBeDisabled();
  await expect(chat.cards).toContainText('You are changing the arguments.');
  const amount = form.getByLabel('amount');
  await amount.fill('0');
  await amount.press('Enter');
  expect((await member.pending(chatId)).map(({ input }) => input)).toMatchObject([{ amount: 500 }]);
  await form.getByRole('button', { name: 'Show the changed call' }).click();
  await expect(form.getByRole('alert')).toContainText('"amount" must be');
  await amount.fill('300');
  await form.getByLabel('urgent').check();
  await form.getByLabel('currency').selectOption('EUR');
  await form.getByLabel('due').fill('2026-12-01');
  await form.getByRole('button', { name: 'Show the changed call' }).click();
  const edited = chat.page.getByTestId('approval-edited');
  await expect(edited).toContainText('You changed this:');
  await expect(edited).toContainText('amount was 500, is 300');
  await expect(chat.cards).toBeFocused();
  expect(ran()).toEqual([]);
  await chat.confirm();
  await member.settled(chatId, 'idle');
  expect(ran().map(({ input }) => input)).toEqual([
    {
      contact: mark,
      amount: 300,
      urgent: true,
      currency: 'EUR',
      due: '2026-12-01',
      lines: [{ part: 1 }],
    },
  ]);
  await expect(chat.decisions).toContainText('You changed this: amount was 500, is 300');
  const told = JSON.stringify(book.model.requestsFor(mark).at(-1)?.rounds);
  expect(told).toContain('changed the arguments on the card');
});

test('an admin changes in the inbox what a member asked for, and the member’s open page shows it', async ({
  browser,
}) => {
  const { ran, chatId } = await opened({ amount: 500 });
  const admin = await book.app.signIn('admin');
  const other = await ChatPage.open(browser, admin);
  await other.page.goto('/approvals');
  const form = await openForm(other);
  await form.getByLabel('amount').fill('200');
  await form.getByRole('button', { name: 'Show the changed call' }).click();
  await expect(other.page.getByTestId('approval-edited')).toContainText('You changed this:');
  await expect(other.cards).toBeFocused();
  await expect(chat.page.getByTestId('approval-edited')).toContainText(/^\S+ \S+ changed this:/);
  await chat.confirm();
  await member.settled(chatId, 'idle');
  expect(ran().map(({ input }) => input.amount)).toEqual([200]);
  await other.close();
});

test('what is being typed stays when others change the card, and when they decide it', async () => {
  const { card, chatId, mark } = await opened({ amount: 500 });
  const admin = await book.app.signIn('admin');
  const form = await openForm();
  await form.getByLabel('amount').fill('300');
  const input = { contact: mark, amount: 200 };
  expect((await admin.call('POST', `/api/approvals/${card.id}/edit`, { input })).status).toBe(200);
  await expect(form).toContainText('Another card has taken the place of the one you were changing.');
  await expect(form.getByLabel('amount')).toHaveValue('300');
  await expect(form.getByLabel('amount')).toBeFocused();
  await expect(chat.button('Confirm')).toBeDisabled();
  const [now] = await admin.pending(chatId);
  await admin.decide(now?.id ?? '', 'cancel');
  const note = chat.page.getByTestId('typed-note');
  await expect(note).toContainText('Imogen Finch cancelled, nothing ran. What you typed was not sent.');
  await expect(note).toContainText('300');
  await note.getByRole('button', { name: 'Dismiss' }).click();
  await expect(note).toHaveCount(0);
  await member.settled(chatId, 'idle');
});

test('what is allowed ahead runs without a card within its bounds, until it is taken back', async () => {
  const { ran, chatId } = await opened({ amount: 450 });
  const grant = await openGrant();
  await grant.getByLabel('contact').selectOption('any value');
  await grant.getByLabel('amount', { exact: true }).selectOption('at most');
  await grant.getByLabel('amount at most').fill('500');
  await expect(grant.getByTestId('grant-sentence')).toContainText(
    'Refund payment runs without asking in this chat',
  );
  await expect(grant.getByTestId('grant-sentence')).toContainText('when amount is at most 500 and ');
  await allow();
  await member.settled(chatId, 'idle');
  expect(ran().map(({ input }) => input.amount)).toEqual([450]);

  expect(await refunded(chatId, 500)).toEqual({ asks: false, ran: [500] });
  expect(await refunded(chatId, 500.01)).toEqual({ asks: true, ran: [] });
  expect(await refunded(await member.newChat(), 100)).toEqual({ asks: true, ran: [] });

  const { page } = chat;
  await page.goto('/settings/grants');
  const row = page.getByTestId('grant').first();
  await expect(row).toContainText('when amount is at most 500 and ');
  await expect(row).toContainText('Used once, 9 times left.');
  await row.getByRole('button', { name: /^Take back/ }).click();
  await expect(page.getByRole('status')).toContainText('Taken back. The next call like that asks again.');
  await expect(page.getByText('Nothing is pre-approved now.')).toBeVisible();
  expect(await refunded(chatId, 100)).toEqual({ asks: true, ran: [] });
});

test('one that a change of the team’s rules has ended stays so when the rules are changed back', async () => {
  const { chatId } = await opened({ amount: 20 });
  await openGrant();
  await allow();
  await member.settled(chatId, 'idle');
  const admin = await book.app.signIn('admin');
  const rule = { server: 'crm', tool: 'payment_refund', effect: 'ask' };
  expect((await admin.call('PUT', '/api/policy', rule)).status).toBe(200);
  expect((await admin.call('PUT', '/api/policy', { ...rule, effect: null })).status).toBe(200);
  const { page } = chat;
  await page.goto('/settings/grants');
  await expect(page.getByText('Nothing is pre-approved now.')).toBeVisible();
  await page.getByTestId('grants-over').locator('summary').click();
  await expect(page.getByTestId('grant').first()).toContainText('Taken back');
  expect(await findings(page)).toEqual([]);
  expect(await refunded(chatId, 20)).toEqual({ asks: true, ran: [] });
});

test('a confirm with the fold closed allows nothing ahead', async () => {
  const { ran, chatId } = await opened({ amount: 10 });
  await openGrant();
  await chat.cards.getByRole('button', { name: 'Don’t ask again for calls like this' }).click();
  await chat.confirm();
  await member.settled(chatId, 'idle');
  expect(ran()).toHaveLength(1);
  expect(await refunded(chatId, 10)).toEqual({ asks: true, ran: [] });
});

for (const screen of SCREENS) {
  test(`axe finds nothing, ${screen.viewport.width} wide`, async ({ browser }) => {
    const small = await ChatPage.open(browser, member, '/', screen);
    await opened({ amount: 450, urgent: true, lines: [{ part: 1 }] }, small);
    await openForm(small);
    expect(await findings(small.page)).toEqual([]);
    await small.page.getByLabel('amount').fill('300');
    await small.page.getByRole('button', { name: 'Show the changed call' }).click();
    await expect(small.page.getByTestId('approval-edited')).toBeVisible();
    const grant = await openGrant(small);
    await grant.getByLabel('amount', { exact: true }).selectOption('at most');
    await expect(small.cards.getByRole('button', { name: 'Confirm and allow' })).toBeEnabled();
    expect(await findings(small.page)).toEqual([]);
    await allow(small);
    await expect(small.decisions).toHaveCount(1);
    await small.page.goto('/settings/grants');
    await expect(small.page.getByTestId('grant').first()).toBeVisible();
    expect(await findings(small.page)).toEqual([]);
    await small.page
      .getByRole('button', { name: /^Take back/ })
      .first()
      .click();
    await small.page.getByTestId('grants-over').locator('summary').click();
    expect(await findings(small.page)).toEqual([]);
    await small.close();
  });
}
