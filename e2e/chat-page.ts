/** What a person does and sees in a browser tab, found by roles, names and test ids. */
import { type Browser, type BrowserContextOptions, expect, type Locator, type Page } from '@playwright/test';
import type { Session } from './session.ts';

export class ChatPage {
  readonly page: Page;
  readonly composer: Locator;
  /** All the messages. */
  readonly conversation: Locator;
  /** The headings of answers, one each. */
  readonly answers: Locator;
  readonly cards: Locator;
  /** The folded lines of decided cards. */
  readonly decisions: Locator;

  constructor(page: Page) {
    this.page = page;
    this.composer = page.getByRole('textbox', { name: 'Message', exact: true });
    this.conversation = page.getByRole('log');
    this.answers = this.conversation.getByRole('heading', { name: 'Answer', exact: true });
    this.cards = page.getByRole('group', { name: /^Confirm:/ });
    this.decisions = page.getByTestId('approval-decision');
  }

  /** A separate tab, signed in as this person. */
  static async open(
    browser: Browser,
    session: Session,
    path = '/',
    options: BrowserContextOptions = {},
  ): Promise<ChatPage> {
    const page = await tab(browser, session, path, options);
    const chat = new ChatPage(page);
    await chat.composer.waitFor();
    return chat;
  }

  /** A tab of a person who may read the chat but not write in it. */
  static async openToRead(browser: Browser, session: Session, path: string): Promise<ChatPage> {
    const chat = new ChatPage(await tab(browser, session, path));
    await chat.conversation.waitFor();
    return chat;
  }

  /** Types a message and sends it with the button. */
  async send(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.page.getByRole('button', { name: 'Send' }).click();
  }

  /** The same, and waits until the answer is complete or waits for a card. */
  async ask(text: string): Promise<void> {
    const before = await this.answers.count();
    await this.send(text);
    await this.answers.nth(before).waitFor({ state: 'attached' });
    await this.page.getByRole('button', { name: 'Send' }).waitFor();
  }

  /** The calls of one tool, by its bare name. */
  calls(tool: string): Locator {
    return this.page.locator(`[data-testid="tool-call"][data-tool="${tool}"]`);
  }

  button(name: 'Confirm' | 'Cancel', card: Locator = this.cards): Locator {
    return card.getByRole('button', { name, exact: true });
  }

  /**
   * Presses Confirm until the card accepts it: a press while the page is moving is ignored, and a person presses again.
   */
  async confirm(card: Locator = this.cards): Promise<void> {
    const id = await card.getAttribute('data-approval-id');
    const button = this.button('Confirm', this.page.locator(`[data-approval-id="${id}"]`));
    await expect(async () => {
      if ((await button.count()) > 0) await button.click({ timeout: 10_000 });
      await expect(button).toHaveCount(0, { timeout: 5_000 });
    }).toPass();
  }

  /** The id in the address; waits until there is one. */
  async chatId(): Promise<string> {
    await this.page.waitForURL(/\/chat\/[^/]+$/);
    return new URL(this.page.url()).pathname.split('/')[2] ?? '';
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}

/** A separate tab, signed in as this person, on any page. */
export async function tab(
  browser: Browser,
  session: Session,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: session.url, ...options });
  const [name = '', value = ''] = session.cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url: session.url }]);
  const page = await context.newPage();
  await page.goto(path);
  await taken(page);
  return page;
}

/** The longest wait for a page; one without JavaScript is never hydrated. */
const MOST_WAIT_MS = 20_000;

/** Waits until React has hydrated the page: before that no key has an effect, even for a quick person. */
export async function taken(page: Page): Promise<void> {
  const isTaken = () =>
    [...document.querySelectorAll('button, input, textarea')].every((one) =>
      Object.keys(one).some((key) => key.startsWith('__reactFiber')),
    );
  await page.waitForFunction(isTaken, null, { timeout: MOST_WAIT_MS }).catch(() => undefined);
}

/** Opens everything that is folded on the card. */
export async function unfold(card: Locator): Promise<void> {
  const folded = card.getByRole('button', { name: /^Show all/ });
  // One that has just been opened no longer exists to be pressed.
  await expect(async () => {
    if ((await folded.count()) > 0) await folded.first().click({ timeout: 2000 });
    expect(await folded.count()).toBe(0);
  }).toPass();
}
