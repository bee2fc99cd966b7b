/**
 * What admins do about their team: who is in it, invitations, roles, removal with everything that is open; and the kill
 * switch.
 */
import { expect, test } from '@playwright/test';
import { findings, SCREENS } from '../axe';
import { ChatPage, tab } from '../chat-page';
import { ContactBook } from '../contact-book';

let book: ContactBook;

test.beforeAll(async () => {
  book = await ContactBook.start();
});

test.afterAll(() => book?.stop());

test('an admin invites by a link, changes a role, and takes somebody out with all they have open', async ({
  browser,
}) => {
  const admin = await book.app.signIn('admin');
  const page = await tab(browser, admin, '/settings/team');
  await expect(page.getByRole('heading', { level: 2, name: 'Team' })).toBeVisible();
  await page.getByLabel('Email address').fill('kit@amber.test');
  await page.getByLabel('How to send it').selectOption('link');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  // The link is shown where it was requested, in view, and has the focus; so does a new one, beside its invitation.
  const form = page.locator('form').filter({ has: page.getByLabel('Email address') });
  await expect(form.getByTestId('invitation-link')).toBeInViewport();
  await expect(page.getByText('kit@amber.test is invited. Pass this link on')).toBeFocused();
  await expect(form).toContainText('No email server is set up here');
  const invitation = page.getByTestId('invitation').filter({ hasText: 'kit@amber.test' });
  await invitation.getByRole('button', { name: 'New link for kit@amber.test' }).click();
  await expect(invitation.getByTestId('invitation-link')).toBeInViewport();
  const link = (await page.getByTestId('invitation-link').textContent()) ?? '';
  await expect(page.getByTestId('invitation')).toContainText('kit@amber.test');

  const invited = await browser.newContext();
  const theirs = await invited.newPage();
  await theirs.goto(`${book.app.url}${new URL(link).pathname}${new URL(link).search}`);
  await theirs.getByLabel('Your name').fill('Kit Marlow');
  await theirs.getByLabel('Password').fill('a password of their own');
  await theirs
    .getByRole('button')
    .filter({ hasText: /account|join/i })
    .click();
  await expect(theirs.getByRole('textbox', { name: 'Message' })).toBeVisible();

  // Their own password, which an admin never had.
  await theirs.goto(`${book.app.url}/settings/account`);
  await expect(theirs.getByTestId('session')).toHaveCount(1);
  await theirs.getByLabel('Current password').fill('a password of their own');
  await theirs.getByLabel('New password').fill('another of their own');
  await theirs.getByRole('button', { name: 'Change password' }).click();
  await expect(theirs.getByText('Your password is changed.')).toBeFocused();
  expect(await findings(theirs)).toEqual([]);
  const signIn = (password: string) =>
    theirs.request.post(`${book.app.url}/api/auth/sign-in/email`, {
      headers: { origin: book.app.url },
      data: { email: 'kit@amber.test', password },
    });
  expect((await signIn('a password of their own')).status()).toBe(401);
  expect((await signIn('another of their own')).status()).toBe(200);

  await page.reload();
  const row = page.getByTestId('team-member').filter({ hasText: 'Kit Marlow' });
  await row.getByLabel('Role of Kit Marlow').selectOption('viewer');
  await row.getByRole('button', { name: 'Change role' }).click();
  await expect(page.getByText('Kit Marlow is now: Viewer.')).toBeFocused();
  await expect
    .poll(
      () => book.app.sql`select role from members join users on id = user_id
    where email = 'kit@amber.test'`,
    )
    .toEqual([{ role: 'viewer' }]);
  await row.getByRole('button', { name: 'Remove Kit Marlow' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();
  for (const screen of SCREENS) {
    await page.setViewportSize(screen.viewport);
    await page.emulateMedia({ colorScheme: screen.colorScheme });
    expect(await findings(page)).toEqual([]);
  }
  await row.getByRole('button', { name: 'Remove Kit Marlow' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Kit Marlow' }).click();
  await expect(row).toHaveCount(0);
  await theirs.reload();
  await expect(theirs).toHaveURL(/sign-in/);
  await invited.close();
  await page.context().close();

  const member = await book.app.signIn('member');
  expect((await member.call('GET', '/api/team')).status).toBe(403);
  const other = await tab(browser, member, '/settings/team');
  await expect(other.getByText('Kit Marlow')).toHaveCount(0);
  await expect(other.getByRole('link', { name: 'Team', exact: true })).toHaveCount(0);
  await other.context().close();
});

test('an admin makes a token for the company’s directory, which is shown once, works, and does not when it is revoked', async ({
  browser,
}) => {
  const page = await tab(browser, await book.app.signIn('admin'), '/settings/team');
  const section = page.getByTestId('directory');
  await section.getByLabel('What the token is for').fill('Entra');
  await section.getByRole('button', { name: 'Make a token' }).click();
  const token = (await page.getByTestId('directory-token').textContent()) ?? '';
  const people = () =>
    fetch(`${book.app.url}/api/scim/v2/Users`, { headers: { authorization: `Bearer ${token}` } });
  expect((await people()).status).toBe(200);
  for (const screen of SCREENS) {
    await page.setViewportSize(screen.viewport);
    await page.emulateMedia({ colorScheme: screen.colorScheme });
    expect(await findings(page)).toEqual([]);
  }
  await page.reload();
  await expect(page.getByTestId('directory-token')).toHaveCount(0);
  await section.getByRole('button', { name: 'Revoke Entra' }).click();
  await expect(page.getByText('This token does not work any more.')).toBeFocused();
  expect((await people()).status).toBe(401);
  await page.context().close();
});

test('an admin stops what writes at once: a card says why and waits, and runs once it is let go on', async ({
  browser,
}) => {
  const [admin, member] = [await book.app.signIn('admin'), await book.app.signIn('member')];
  const { chatId, card, ran } = await book.waiting(member);
  const chat = await ChatPage.open(browser, member, `/chat/${chatId}`);
  await expect(chat.button('Confirm')).toBeEnabled();

  const page = await tab(browser, admin, '/operation');
  await expect(page.getByTestId('nothing-stopped')).toBeVisible();
  await page.getByLabel('Why (those').fill('The books are being closed.');
  await page.getByRole('button', { name: 'Stop now' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('It is stopped.')).toBeFocused();
  await expect(page.getByTestId('halt')).toContainText('The books are being closed.');

  await expect(chat.page.getByTestId('halts')).toContainText('The books are being closed.');
  await expect(chat.button('Confirm')).toBeDisabled();
  await expect(chat.cards).toContainText('The books are being closed.');
  expect((await member.decide(card.id, 'confirm')).status).toBe(409);
  expect(ran()).toEqual([]);
  for (const screen of SCREENS) {
    for (const shown of [page, chat.page]) {
      await shown.setViewportSize(screen.viewport);
      await shown.emulateMedia({ colorScheme: screen.colorScheme });
      expect(await findings(shown)).toEqual([]);
    }
  }

  await page.getByRole('button', { name: 'Resume: Everything that writes' }).click();
  await expect(page.getByTestId('nothing-stopped')).toBeVisible();
  await expect(chat.page.getByTestId('halts')).toHaveCount(0);
  await expect(chat.button('Confirm')).toBeEnabled();
  await chat.confirm();
  await expect.poll(ran).toHaveLength(1);
  await page.getByTestId('lifted').locator('summary').click();
  await expect(page.getByTestId('lifted-halt')).toContainText('The books are being closed.');
  expect((await member.call('POST', '/api/halts', { kind: 'writes', reason: 'Me too.' })).status).toBe(403);
  await page.context().close();
  await chat.close();
});
