/** People's own settings: kept after a reload, and wherever they sign in. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { findings, SCREENS } from '../axe';
import { ChatPage, tab, taken } from '../chat-page';
import { ContactBook } from '../contact-book';

let book: ContactBook;

test.beforeAll(async () => {
  book = await ContactBook.start();
});

test.afterAll(() => book?.stop());

/** A browser in which nobody has signed in, with this preferred language. */
async function stranger(browser: Browser, locale: string): Promise<Page> {
  const context = await browser.newContext({ locale });
  const page = await context.newPage();
  await page.goto(`${book.app.url}/sign-in`);
  return page;
}

const language = (page: Page) => page.locator('html').getAttribute('lang');

test('the door speaks the browser’s language, or the one that is chosen there', async ({ browser }) => {
  const page = await stranger(browser, 'de-AT');
  expect(await language(page)).toBe('de');
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
  await expect(page).toHaveTitle('Anmelden · Amber');
  expect(await findings(page)).toEqual([]);
  await page.getByLabel('E-Mail').fill('nobody@amber.test');
  await page.getByLabel('Passwort').fill('wrong');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'E-Mail oder Passwort ist falsch' })).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.reload();
  expect(await language(page)).toBe('en');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.context().close();
});

test('language, theme and room are the person’s: after a reload, and wherever they sign in', async ({
  browser,
}) => {
  const member = await book.app.signIn('member');
  const page = await tab(browser, member, '/settings');
  expect(await language(page)).toBe('en');
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await expect(page.locator('html')).toHaveClass(/(^| )dark( |$)/);
  await page.getByRole('radio', { name: 'Compact' }).check({ force: true });
  await page.getByRole('radio', { name: 'Large' }).check({ force: true });
  await expect
    .poll(async () => (await member.call('GET', '/api/preferences')).body)
    .toMatchObject({ theme: 'dark', density: 'compact', textSize: 'large' });
  await page.getByRole('radio', { name: 'Deutsch' }).check({ force: true });
  await expect(page.getByRole('heading', { level: 2, name: 'Einstellungen' })).toBeVisible();
  await page.context().close();

  // Another browser, which prefers English and light pages: its first page is already right.
  const elsewhere = await tab(browser, await book.app.signIn('member'), '/settings', {
    locale: 'en-GB',
    colorScheme: 'light',
  });
  const root = elsewhere.locator('html');
  await expect(root).toHaveAttribute('lang', 'de');
  await expect(root).toHaveAttribute('data-density', 'compact');
  await expect(root).toHaveAttribute('data-text', 'large');
  await expect(root).toHaveClass(/(^| )dark( |$)/);
  await expect(elsewhere.getByRole('radio', { name: 'Dunkel' })).toBeChecked();
  await elsewhere.context().close();

  // And nobody else's.
  const admin = await tab(browser, await book.app.signIn('admin'), '/settings');
  expect(await language(admin)).toBe('en');
  await admin.context().close();
  await member.call('PATCH', '/api/preferences', {
    locale: null,
    theme: 'system',
    density: 'normal',
    textSize: 'normal',
  });
});

test('our own tools are told of in the reader’s language on the page, and nowhere else; those of others as they say', async ({
  browser,
}) => {
  const member = await book.app.signIn('member');
  await member.call('PATCH', '/api/preferences', { locale: 'de' });
  const [customer] = await book.app.sql<
    { id: string }[]
  >`select id from customers where name = 'Halden Optics'`;
  book.model.script('see it off', [
    { calls: [{ tool: 'customers_list', input: { owing: true } }] },
    { text: 'This one.', calls: [{ tool: 'customer_delete', input: { customerId: customer?.id } }] },
  ]);
  const chatId = await member.newChat();
  await member.say(chatId, 'see it off');
  const page = await tab(browser, member, `/chat/${chatId}`);
  const card = page.getByRole('group', { name: 'Bestätigen: Kunde löschen' });
  await expect(card).toContainText('Löscht den Kunden mit seinen Aufträgen und Rechnungsentwürfen.');
  const affected = card.getByTestId('approval-preview');
  await expect(affected.getByRole('term').first()).toHaveText('Kunde');
  await expect(affected).toContainText('2 Aufträge');
  await expect(affected).toContainText('1 Entwurf');
  await page.getByRole('button', { name: /^Kunden auflisten/ }).click();
  await expect(page.getByRole('columnheader', { name: 'Tage überfällig' })).toBeVisible();
  expect(await findings(page)).toEqual([]);

  const [asked] = await member.pending(chatId);
  const labels = asked?.preview?.lines.map(({ label }) => label).slice(0, 2);
  expect([asked?.title, labels]).toEqual(['Delete customer', ['Customer', '2 orders']]);
  const sent = JSON.stringify(book.model.requestsFor('see it off').at(-1));
  expect(sent).toContain('daysLate');
  expect(sent).not.toMatch(/Kunde löschen|Tage überfällig/);
  const other = await book.waiting(member);
  await page.goto(`/chat/${other.chatId}`);
  await expect(page.getByRole('group', { name: 'Bestätigen: Delete contact' })).toBeVisible();
  await page.context().close();
  await member.call('PATCH', '/api/preferences', { locale: null });
});

test('the model reads the language, one’s own wish and the team’s; the team’s leaves a receipt', async ({
  browser,
}) => {
  const admin = await book.app.signIn('admin');
  const page = await tab(browser, admin, '/settings');
  await page.getByRole('textbox', { name: 'The team’s instructions' }).fill('Name every amount in EUR.');
  await page.getByRole('button', { name: 'Save the team’s instructions' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.context().close();

  const member = await book.app.signIn('member');
  expect((await member.call('PUT', '/api/instructions', { instructions: 'Delete all.' })).status).toBe(403);
  const own = await tab(browser, member, '/settings');
  await expect(own.getByText('Name every amount in EUR.')).toBeVisible();
  await expect(own.getByRole('textbox', { name: 'The team’s instructions' })).toHaveCount(0);
  await own.getByRole('textbox', { name: 'Your instructions' }).fill('I work in accounting.\n## Safety');
  await own.getByRole('button', { name: 'Save your instructions' }).click();
  await expect(own.getByText('Saved.')).toBeVisible();
  await own.context().close();
  await member.call('PATCH', '/api/preferences', { locale: 'de' });

  const instructions = () => book.model.requestsFor('was ist offen').at(-1)?.instructions ?? '';
  book.model.script('was ist offen', [{ text: 'Nichts.' }]);
  await member.say(await member.newChat(), 'was ist offen?');
  const told = instructions();
  expect(told).toContain('Answer in German');
  expect(told).toContain('> Name every amount in EUR.');
  expect(told).toContain('> I work in accounting.');
  expect(told).toContain('> ## Safety');
  // Another person of the team gets only the team's.
  await admin.say(await admin.newChat(), 'was ist offen?');
  const others = instructions();
  expect(others).toContain('> Name every amount in EUR.');
  expect(others).not.toContain('> I work in accounting');

  const { body } = await admin.call<{ receipts: { kind: string; personName: string }[] }>(
    'GET',
    '/api/activity',
  );
  expect(body.receipts.filter(({ kind }) => kind === 'instructions changed')).toHaveLength(1);
  const tooLong = await member.call('PATCH', '/api/preferences', { instructions: 'x'.repeat(2001) });
  expect(tooLong.status).toBe(400);
  await member.call('PATCH', '/api/preferences', { locale: null, instructions: '' });
  await admin.call('PUT', '/api/instructions', { instructions: '' });
});

test('who comes back finds what holds by then, and is offered to change nothing', async ({ browser }) => {
  const admin = await book.app.signIn('admin');
  const page = await tab(browser, admin, '/settings/team');
  const row = page.getByTestId('team-member').filter({ hasText: 'viewer@amber.test' });
  const role = row.getByRole('combobox');
  await expect(role).toHaveValue('viewer');
  const { body } = await admin.call<{ members: { id: string; email: string }[] }>('GET', '/api/team');
  const id = body.members.find(({ email }) => email === 'viewer@amber.test')?.id;
  const give = async (other: string) =>
    expect((await admin.call('PATCH', `/api/team/members/${id}`, { role: other })).status).toBe(204);
  await give('auditor');
  await page.goto('/');
  await page.goBack();
  await taken(page);
  await expect(role).toHaveValue('auditor');
  await expect(row.getByRole('button', { name: 'Change role' })).toHaveCount(0);
  await give('viewer');
  await page.context().close();
});

for (const locale of ['en', 'de'] as const)
  test(`axe finds nothing on the pages of settings (${locale})`, async ({ browser }) => {
    const admin = await book.app.signIn('admin');
    await admin.call('PATCH', '/api/preferences', { locale });
    for (const screen of SCREENS) {
      for (const path of ['/settings', '/settings/policy', '/settings/servers', '/activity']) {
        const page = await tab(browser, admin, path, screen);
        await expect(
          page.getByRole('navigation', { name: locale === 'en' ? 'Settings' : 'Einstellungen' }),
        ).toBeVisible();
        expect([path, await findings(page)]).toEqual([path, []]);
        await page.context().close();
      }
    }
    await admin.call('PATCH', '/api/preferences', { locale: null });
  });

/** Simulates speech recognition in a browser that has none: it records how it was called. */
function pretendToHear({ local }: { local: boolean }): void {
  const heard: object[] = [];
  const made = () => {
    const one = Object.assign(new EventTarget(), {
      lang: '',
      processLocally: false,
      abort: () => undefined,
      start: () => {
        heard.push({ lang: one.lang, processLocally: one.processLocally });
        Object.assign(window, { __recognition: one });
      },
      stop: () => void one.dispatchEvent(new Event('end')),
    });
    return one;
  };
  // Called with `new`, it returns its own object.
  const Heard = Object.assign(
    function recognition() {
      return made();
    },
    { available: async () => (local ? 'available' : 'unavailable') },
  );
  Object.assign(window, { SpeechRecognition: Heard, webkitSpeechRecognition: undefined, __heard: heard });
}

const speak = (page: Page, transcript: string) =>
  page.evaluate((words) => {
    const results = [Object.assign([{ transcript: words }], { isFinal: true })];
    Object(window).__recognition.dispatchEvent(
      Object.assign(new Event('result'), { resultIndex: 0, results }),
    );
  }, transcript);

for (const { local, screen } of SCREENS.map((one, at) => ({ screen: one, local: at === 0 }))) {
  test(`dictation is off until it is turned on, ${local ? 'on the device' : 'with the maker’s ears'}`, async ({
    browser,
  }) => {
    const member = await book.app.signIn('member');
    await member.call('PATCH', '/api/preferences', {
      theme: 'system',
      density: 'normal',
      textSize: 'normal',
    });
    const page = await tab(browser, member, '/settings', screen);
    await page.addInitScript(pretendToHear, { local });
    await page.goto(`/chat/${await member.newChat()}`);
    const chat = new ChatPage(page);
    await chat.composer.waitFor();
    const button = page.getByRole('button', { name: 'Dictate' });
    await expect(button).toHaveCount(0);

    await page.goto('/settings');
    const turnOn = page.getByRole('button', { name: 'Turn on dictation' });
    const says = local ? 'The sound stays on this device' : 'The maker of the browser may get the sound';
    await page.getByRole('button', { name: 'Set up dictation' }).click();
    await expect(page.getByTestId('dictation-way')).toContainText(says);
    expect(await findings(page)).toEqual([]);
    if (!local) {
      await expect(turnOn).toBeDisabled();
      await page.getByRole('checkbox', { name: /maker of this browser/ }).check();
    }
    await turnOn.click();
    await expect(page.getByText('Dictation is on in this browser.')).toBeVisible();

    await page.goBack();
    await chat.composer.fill('Tell me');
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    expect(await page.evaluate(() => Object(window).__heard)).toEqual([
      { lang: expect.stringMatching(/^en-/), processLocally: local },
    ]);
    await speak(page, ' who owes us money ');
    await expect(chat.composer).toHaveValue('Tell me who owes us money');
    expect(await findings(page)).toEqual([]);
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    // Nothing is sent by itself.
    await expect(chat.answers).toHaveCount(0);

    await page.goto('/settings');
    await page.getByRole('button', { name: 'Turn off dictation' }).click();
    await page.goto('/');
    await chat.composer.waitFor();
    await expect(button).toHaveCount(0);
    await page.context().close();
  });
}
