/** Pages at common widths, in both languages: pending cards are shown in full, and nothing overlaps. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { App } from '../app';
import { tab, taken } from '../chat-page';
import { takePicture } from '../pictured';
import type { Session } from '../session';

const LOCALES = ['en-GB', 'de-DE'] as const;

let app: App;
let admin: Session;
let member: Session;
let chatId: string;

test.beforeAll(async () => {
  app = await App.start();
  admin = await app.signIn('admin');
  member = await app.signIn('member');
  chatId = await member.newChat();
  await member.say(chatId, 'Delete customer Halden Optics');
  const other = await admin.newChat();
  await admin.say(other, 'Delete customer Halden Optics');
});

test.afterAll(() => app?.stop());

/** Each page at each width in both languages. */
async function eachOf(
  { browser, by, path, name }: { browser: Browser; by: Session; path: string; name: string },
  widths: readonly number[],
  look: (page: Page, where: string) => Promise<void>,
): Promise<void> {
  for (const locale of LOCALES) {
    for (const width of widths) {
      const page = await tab(browser, by, path, { locale, viewport: { width, height: 800 } });
      await look(page, `${locale}, ${width}`);
      await takePicture(page, `${name}-${width}-${locale}`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${locale}, ${width}`).toBeLessThanOrEqual(0);
      await page.context().close();
    }
  }
}

const boxOf = async (page: Page, selector: string) => page.locator(selector).first().boundingBox();

test('the first card of a chat is seen whole, from its name to Confirm, in both languages', async ({
  browser,
}) => {
  const what = { browser, by: member, path: `/chat/${chatId}`, name: 'card-whole' };
  await eachOf(what, [320, 375, 768, 1280], async (page, where) => {
    const card = page.getByTestId('approval-card');
    const confirm = card.getByRole('button', { name: /^(?:Confirm|Bestätigen)$/ });
    await expect(card.getByRole('heading').first(), where).toBeInViewport({ ratio: 1 });
    await expect(confirm, where).toBeInViewport({ ratio: 1 });
    const [whole, composer] = [await card.boundingBox(), await boxOf(page, 'form:has(textarea)')];
    expect((whole?.y ?? 0) + (whole?.height ?? 800), where).toBeLessThanOrEqual(composer?.y ?? 0);
    // The value is beside its label: a name, its number and its amount.
    const draft = card.getByTestId('approval-preview').locator('dt', { hasText: /draft|Entwurf/ });
    const [label, value] = [await draft.boundingBox(), await draft.locator('+ dd').boundingBox()];
    expect(Math.abs((label?.y ?? 0) - (value?.y ?? 99)), where).toBeLessThanOrEqual(4);
    expect(label?.height, where).toBeLessThanOrEqual(24);
  });
});

test('on the smallest phone a card that comes in a chat with a history is named, and can be decided, without scrolling', async ({
  browser,
}) => {
  for (const locale of LOCALES) {
    const id = await member.newChat();
    await member.say(id, 'Which customers owe us money?');
    await member.say(id, 'Show the draft invoices');
    const options = { locale, viewport: { width: 320, height: 640 } };
    const page = await tab(browser, member, `/chat/${id}`, options);
    await taken(page);
    await page.locator('form textarea').fill('Delete customer Halden Optics');
    await page.getByRole('button', { name: /^(?:Send|Senden)$/ }).click();
    await seenAtOnce(page, `${locale}, as it comes`);
    await takePicture(page, `card-with-history-320-${locale}`);
    await page.reload();
    await seenAtOnce(page, `${locale}, opened`);
    await page.context().close();
  }
});

async function seenAtOnce(page: Page, where: string): Promise<void> {
  const card = page.getByTestId('approval-card');
  await expect(card.getByRole('heading').first(), where).toBeInViewport({ ratio: 1 });
  for (const name of [/^(?:Cancel|Ablehnen)$/, /^(?:Confirm|Bestätigen)$/])
    await expect(card.getByRole('button', { name }), where).toBeInViewport({ ratio: 1 });
}

test('what a token may do: no box lies on its words', async ({ browser }) => {
  const what = { browser, by: admin, path: '/settings/tokens', name: 'rights' };
  await eachOf(what, [320, 375, 768, 1024, 1280], async (page, where) => {
    const rows = page.locator('fieldset li').filter({ has: page.getByRole('checkbox') });
    await expect(rows.first()).toBeVisible();
    expect(await rows.evaluateAll(onWords), where).toEqual([]);
  });
});

/** Rows whose text overlaps a box, or overflows the row. */
function onWords(rows: Element[]): string[] {
  return rows.flatMap((row) => {
    const words = document.createRange();
    words.selectNodeContents(row.children[0] as Element);
    const its = words.getBoundingClientRect();
    const touches = [...row.querySelectorAll('label')].some((label) => {
      const box = label.getBoundingClientRect();
      return its.right > box.left && its.bottom > box.top + 1 && its.top + 1 < box.bottom;
    });
    return touches || its.right > row.getBoundingClientRect().right ? [row.textContent ?? ''] : [];
  });
}

test('above what waits stands what can be done with several, in the same place once they are chosen', async ({
  browser,
}) => {
  const what = { browser, by: admin, path: '/approvals', name: 'approvals' };
  await eachOf(what, [320, 768, 1280], async (page, where) => {
    const first = page.getByRole('button', { name: /^(?:Look at them together|Zusammen ansehen)$/ });
    await expect(first).toBeVisible();
    const hint = page.getByText(/^(?:Choose several to cancel|Wählen Sie mehrere aus)/);
    await expect(hint).toBeInViewport({ ratio: 1 });
    const before = await page.getByTestId('approval-card').first().boundingBox();
    await page.getByRole('checkbox').first().check();
    const cancel = page.getByRole('button', { name: /^(?:Cancel these|Diese ablehnen)$/ });
    await expect(cancel).toBeInViewport({ ratio: 1 });
    await expect(hint).toHaveCount(0);
    const after = await page.getByTestId('approval-card').first().boundingBox();
    expect(after?.y, where).toBe(before?.y);
    // However far one scrolls, the selection is in view.
    await page
      .getByTestId('approval-card')
      .last()
      .getByRole('button', { name: /^(?:Confirm|Bestätigen)$/ })
      .focus();
    await expect(cancel, where).toBeInViewport({ ratio: 1 });
  });
});

test('the figures of an approval load stand in one line each, however long their names', async ({
  browser,
}) => {
  const what = { browser, by: admin, path: '/approvals/attention', name: 'attention' };
  await eachOf(what, [320, 768, 1280], async (page, where) => {
    const tops = await page
      .locator('main dl dd:first-of-type')
      .evaluateAll((values) => values.map((value) => Math.round(value.getBoundingClientRect().top)));
    expect(tops, where).toHaveLength(4);
    expect([tops[1], tops[3]], where).toEqual([tops[0], tops[2]]);
  });
});

test('rules on a phone: what can be set of a tool is folded until it is wanted, and in a wide place it stands in columns', async ({
  browser,
}) => {
  const what = { browser, by: admin, path: '/settings/policy', name: 'rules' };
  await eachOf(what, [320, 1280], async (page, where) => {
    const row = page.locator('[data-testid="policy-row"][data-tool="customer_delete"]');
    const field = row.getByRole('combobox').first();
    const fold = row.getByRole('button', { name: /^(?:What is set for|Was für) / });
    await expect(row, where).toBeVisible();
    const isNarrow = where.endsWith(' 320');
    await expect(fold, where).toBeVisible({ visible: isNarrow });
    await expect(field, where).toBeVisible({ visible: !isNarrow });
    const verdict = row.getByTestId('policy-verdict');
    if (!isNarrow) {
      // The result fits on one line.
      expect((await verdict.boundingBox())?.height, where).toBeLessThanOrEqual(24);
      return;
    }
    await taken(page);
    await fold.click();
    await expect(field, where).toBeVisible();
    await fold.click();
    await expect(field, where).toBeHidden();
  });
});

test('on the smallest phone a customer with two draft invoices can be decided about without scrolling', async ({
  browser,
}) => {
  const first = await member.newChat();
  await member.say(first, 'Create a draft invoice for Halden Optics: 3 site visits at 450');
  for (const locale of LOCALES) {
    const id = await member.newChat();
    await member.say(id, 'Delete customer Halden Optics');
    const page = await tab(browser, member, `/chat/${id}`, { locale, viewport: { width: 320, height: 640 } });
    await expect(page.getByTestId('approval-preview')).toContainText(/2 draft invoices|2 Entwürfe/);
    await seenAtOnce(page, locale);
    await takePicture(page, `card-two-drafts-320-${locale}`);
    await page.context().close();
  }
});
