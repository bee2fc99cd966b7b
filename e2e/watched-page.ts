/**
 * A tab that records what text from outside must never cause: a dialog, a request to another origin, script or
 * handlers, a violation of the page's policy.
 */
import { type Browser, expect } from '@playwright/test';
import { ChatPage } from './chat-page.ts';
import type { Session } from './session.ts';

declare global {
  interface Window {
    __pwned?: unknown;
  }
}

/**
 * Elements that markdown and the page's own parts never produce, except for a formula and a chart; frames, forms and
 * images load or send.
 */
const FOREIGN =
  'script, iframe, object, embed, img, picture, video, audio, source, style, link, base, meta, form, math:not(.katex math), ' +
  'svg:not([class~="lucide"], .katex svg, [class~="recharts-surface"]), svg a, svg script, animate, foreignObject, [srcdoc], [style*="url("]';

export class WatchedPage {
  readonly chat: ChatPage;
  private readonly origin: string;
  private readonly seen: string[] = [];

  private constructor(chat: ChatPage, origin: string) {
    this.chat = chat;
    this.origin = origin;
  }

  static async open(browser: Browser, session: Session): Promise<WatchedPage> {
    const chat = await ChatPage.open(browser, session);
    const watched = new WatchedPage(chat, session.url);
    await watched.listen();
    return watched;
  }

  private async listen(): Promise<void> {
    const { page } = this.chat;
    page.on('dialog', async (dialog) => {
      this.seen.push(`dialog: ${dialog.message()}`);
      await dialog.dismiss();
    });
    page.on('pageerror', (error) => this.seen.push(`error: ${error.message}`));
    page.on('popup', (popup) => this.seen.push(`popup: ${popup.url()}`));
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) this.seen.push(`policy: ${message.text()}`);
    });
    await page.context().route('**/*', (route) => {
      const url = route.request().url();
      if (url.startsWith(`${this.origin}/`)) return route.continue();
      this.seen.push(`request: ${url}`);
      return route.abort();
    });
  }

  /** Scrolls back to the beginning of the chat: older messages are loaded on the way. */
  private async untilTheBeginning(): Promise<void> {
    const { page, conversation } = this.chat;
    await expect(async () => {
      await conversation.evaluate((log) => log.scrollTo({ top: 0 }));
      const more = page.getByRole('button', { name: 'Show earlier messages' });
      await expect(more).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
  }

  /** Opens every row and everything folded, so that everything has been rendered. */
  async unfold(): Promise<void> {
    await this.untilTheBeginning();
    await this.chat.conversation.evaluate(async (log) => {
      const closed = () => log.querySelectorAll<HTMLElement>('button[aria-expanded="false"]');
      for (let round = 0; round < 5 && closed().length > 0; round++) {
        for (const button of closed()) button.click();
        await new Promise(requestAnimationFrame);
      }
    });
  }

  /** The effects so far, and forbidden elements in the page; empty if all is well. */
  async findings(): Promise<string[]> {
    const inPage = await this.chat.page.evaluate((foreign) => {
      const found: string[] = [];
      if (window.__pwned !== undefined) found.push('window.__pwned is set');
      const areas = document.querySelectorAll('[role="log"], nav, main');
      for (const area of areas) {
        for (const element of area.querySelectorAll(foreign)) {
          if (!element.querySelector('[aria-label="Message"]')) found.push(element.outerHTML.slice(0, 200));
        }
        for (const element of area.querySelectorAll('*')) {
          const handler = element.getAttributeNames().find((name) => name.startsWith('on'));
          if (handler) found.push(element.outerHTML.slice(0, 200));
        }
        for (const link of area.querySelectorAll<HTMLAnchorElement>('a[href]')) {
          if (!/^(https?|mailto):$/.test(link.protocol)) found.push(`link: ${link.href.slice(0, 200)}`);
        }
      }
      return found;
    }, FOREIGN);
    return [...this.seen, ...inPage];
  }
}
