/**
 * Where people with a second factor are asked for it again: a critical card, their account, the reset of another
 * person's.
 */
import { expect, test } from '@playwright/test';
import { ContactBook } from '../contact-book';
import { expectAccessible } from '../pictured';
import { addPasskey, button, enter, homeOf, invited, PASSWORD, withApp } from '../second-factor';

let book: ContactBook;
let home: string;

test.beforeAll(async () => {
  book = await ContactBook.start();
  home = homeOf(book.app);
});

test.afterAll(() => book?.stop());

test('a critical card is confirmed by a passkey that signs for it, and runs once', async ({ browser }) => {
  const admin = await book.app.signIn('admin');
  const critical = { server: 'crm', tool: 'contact_delete', effect: 'ask', critical: true };
  expect((await admin.call('PUT', '/api/policy', critical)).status).toBe(200);
  const page = await invited(book.app, browser, 'oda');
  await addPasskey(page);
  await page.goto('/');
  const mark = book.script([{ tool: 'crm__contact_delete', input: {} }]);
  await page.getByRole('textbox', { name: 'Message' }).fill(`delete ${mark}`);
  await button(page, 'Send').click();
  const card = page.getByTestId('approval-card');
  await expect(card).toBeVisible();
  await expectAccessible(page, 'oda-card');
  const id = await card.getAttribute('data-approval-id');
  const decide = (data: object) =>
    page.request.post(`${home}/api/approvals/${id}`, { headers: { origin: home }, data });
  for (const shown of [{}, { password: PASSWORD }])
    expect((await decide({ decision: 'confirm', ...shown })).status()).toBe(403);
  expect(book.ranFor(mark)).toHaveLength(0);
  const sent = page.waitForRequest(
    (one) => one.url().endsWith(`/api/approvals/${id}`) && one.method() === 'POST',
  );
  await expect(card.getByRole('button', { name: 'Confirm' })).toBeEnabled();
  await card.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => book.ranFor(mark).length).toBe(1);
  // Its signature cannot be reused, not even for another card.
  const { passkey } = (await sent).postDataJSON();
  expect(passkey).toMatchObject({ type: 'public-key' });
  await expect(page.getByText('It is settled.')).toBeVisible();
  const other = book.script([{ tool: 'crm__contact_delete', input: {} }]);
  await page.getByRole('textbox', { name: 'Message' }).fill(`delete ${other}`);
  await button(page, 'Send').click();
  const next = await card.getAttribute('data-approval-id');
  const replayed = await page.request.post(`${home}/api/approvals/${next}`, {
    headers: { origin: home },
    data: { decision: 'confirm', passkey },
  });
  expect(replayed.status()).toBe(403);
  expect(book.ranFor(other)).toHaveLength(0);
  await page.context().close();
});

test('address, password and leaving ask for the second factor too, in one dialog', async ({ browser }) => {
  const page = await invited(book.app, browser, 'pia', { locale: 'de-DE' });
  await addPasskey(page, 'de');
  await page.goto('/settings/account');
  const dialog = page.getByRole('dialog');
  await page.getByLabel('Neue Adresse').fill('pia.neu@amber.test');
  await page.getByLabel('Mit Ihrem Passwort bestätigen').fill(PASSWORD);
  await button(page, 'Adresse ändern').click();
  await expect(dialog.getByRole('button', { name: 'Passkey verwenden' })).toBeFocused();
  await expect(dialog.getByText('Der Link wird für pia.neu@amber.test erstellt.')).toBeVisible();
  await expectAccessible(page, 'pia-adresse');
  await dialog.getByLabel('Wiederherstellungscode').fill('aaaa-bbbb-cccc-dddd');
  await dialog.getByRole('button', { name: 'Adresse ändern' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Dieser Code stimmt nicht');
  await expect(dialog.getByRole('alert')).toBeFocused();
  expect(book.app.mailsTo('pia.neu@amber.test')).toEqual([]);
  await dialog.getByRole('button', { name: 'Passkey verwenden' }).click();
  await expect(dialog).toHaveCount(0);
  // The focus is back where it was before the dialog.
  await expect(page.getByText('Ist die Adresse frei, wurde der Link in eine Datei')).toBeVisible();
  await expect(button(page, 'Adresse ändern')).toBeFocused();
  await expect.poll(() => book.app.mailsTo('pia.neu@amber.test').length).toBe(1);

  const next = 'ein anderes Passwort';
  await page.getByLabel('Aktuelles Passwort').fill(PASSWORD);
  await page.getByLabel('Neues Passwort').fill(next);
  await button(page, 'Passwort ändern').click();
  await expectAccessible(page, 'pia-passwort');
  await dialog.getByRole('button', { name: 'Passkey verwenden' }).click();
  await expect(page.getByText('Ihr Passwort ist geändert.')).toBeVisible();

  const refused = await page.request.post(`${home}/api/account/leave`, {
    headers: { origin: home },
    data: { password: next },
  });
  expect([refused.status(), (await refused.json()).step]).toEqual([403, 'factor']);
  await button(page, 'Team verlassen').click();
  await expect(dialog.getByLabel('Aktuelles Passwort')).toBeFocused();
  await expectAccessible(page, 'pia-verlassen');
  await dialog.getByLabel('Aktuelles Passwort').fill(next);
  await dialog.getByRole('button', { name: 'Passkey verwenden' }).click();
  await expect(page).toHaveURL(/sign-in/);
  await page.context().close();
});

test('an admin resets the factor of somebody who has lost it: they are out, told, and in again by the password', async ({
  browser,
}) => {
  const theirs = await invited(book.app, browser, 'quin');
  await withApp(theirs, 'quin');
  // The open page would notice by itself that it is signed out.
  await theirs.goto('about:blank');
  const admin = await invited(book.app, browser, 'rosa', { role: 'admin' });
  await addPasskey(admin);
  await admin.goto('/settings/team');
  const row = admin.getByTestId('team-member').filter({ hasText: 'quin@amber.test' });
  const own = admin.getByTestId('team-member').filter({ hasText: 'rosa@amber.test' });
  await expect(own.getByRole('button', { name: /^Reset/ })).toHaveCount(0);
  await expectAccessible(admin, 'rosa-team');
  await row.getByRole('button', { name: 'Reset second factor of quin' }).click();
  const dialog = admin.getByRole('dialog');
  await expect(dialog.getByLabel('Current password')).toBeFocused();
  await expectAccessible(admin, 'rosa-reset');
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(admin.getByText('The second factor of quin is reset.')).toBeFocused();
  await expect(row.getByRole('button', { name: /^Reset/ })).toHaveCount(0);
  await theirs.goto('/settings/account');
  await expect(theirs).toHaveURL(/sign-in/);
  await enter(theirs, 'quin');
  await expect(theirs.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await expect
    .poll(() => book.app.mailsTo('quin@amber.test').join())
    .toContain('Your second factor was reset');
  await admin.goto('/activity');
  await expect(admin.getByText('An admin removed the authenticator app of').first()).toBeVisible();
  for (const page of [theirs, admin]) await page.context().close();
});
