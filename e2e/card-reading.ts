/** Reads the cards of a page from the page itself: the bytes behind the escapes, buttons, structure. */
import type { Locator, Page } from '@playwright/test';

/** Characters that must not be raw on a card: all hidden ones, except space and newline. */
const HIDDEN =
  /(?![ \n])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Zs}\p{Co}\p{Cn}\p{Cs}\u2800]/gu;

export interface ReadCard {
  /** Of the approval. */
  id: string;
  /** Its accessible name. */
  label: string;
  text: string;
  /** Names of its buttons, in order. */
  buttons: string[];
  /** The exact arguments: name and value, each decoded from its escapes. */
  args: [name: string, value: string][];
  /** Where its addresses really lead. */
  notes: string[];
  /** The elements that it consists of, except those inside a shown text. */
  structure: string[];
}

/** Opens every long value, as a person must before confirming. */
export function openLong(cards: Locator): Promise<void> {
  return cards.evaluateAll((all) => {
    const folded = all.flatMap((card) => [...card.querySelectorAll('button[aria-expanded="false"]')]);
    for (const button of folded)
      if (button.textContent?.startsWith('Show all')) (button as HTMLElement).click();
  });
}

/** Reads every card; folded parts must be open. */
export function readCards(cards: Locator): Promise<ReadCard[]> {
  return cards.evaluateAll((all) => {
    /** An escape is an element of its own: `U+0009`, or `U+0009 × 1,990`. */
    const characters = (words: string): string => {
      const [, code = '', times = '1'] = /^U\+([0-9A-F]+)(?: × ([\d,]+))?$/.exec(words) ?? [];
      const point = Number.parseInt(code, 16);
      const one = point > 0xffff ? String.fromCodePoint(point) : String.fromCharCode(point);
      return one.repeat(Number(times.replaceAll(',', '')));
    };
    const decoded = (shown: Element | null): string =>
      [...(shown?.childNodes ?? [])]
        .map((node) =>
          node instanceof Element ? characters(node.textContent ?? '') : (node.textContent ?? ''),
        )
        .join('');
    const structureOf = (card: Element): string[] =>
      [...card.querySelectorAll('*')]
        .filter((element) => !element.parentElement?.closest('bdi, svg'))
        .map((element) => `${element.tagName}${element.getAttribute('role') ?? ''}`);
    return all.map((card) => ({
      id: card.getAttribute('data-approval-id') ?? '',
      label: card.getAttribute('aria-label') ?? '',
      text: card.textContent ?? '',
      buttons: [...card.querySelectorAll('button, [role="button"]')].map(
        (button) => button.getAttribute('aria-label') ?? button.textContent ?? '',
      ),
      args: [...card.querySelectorAll('[data-testid="approval-input"] > div')].map(
        (row): [string, string] => [
          decoded(row.querySelector('dt bdi')),
          decoded(row.querySelector('dd bdi')),
        ],
      ),
      notes: [...card.querySelectorAll('[data-testid="address-note"]')].map(
        ({ textContent }) => textContent ?? '',
      ),
      structure: structureOf(card),
    }));
  });
}

/** The hidden code points in a text; those that may be raw do not count. */
export function hiddenIn(text: string): string[] {
  return text.match(HIDDEN) ?? [];
}

/** How a card shows a character. */
export function escapeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Whether the box of a text has the focus and is not at its end: otherwise the key would go to what is around it. */
function scrolls(shown: Locator): Promise<boolean> {
  return shown.evaluate((text) => {
    const box = text.closest('[tabindex]');
    if (!box || box !== document.activeElement) return false;
    return box.scrollTop + box.clientHeight < box.scrollHeight - 1;
  });
}

/** Whether the end of a text is inside the visible part of its box and of the window. */
function isEndInView(shown: Locator): Promise<boolean> {
  return shown.evaluate((text) => {
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    let last: Node | null = null;
    while (walker.nextNode()) last = walker.currentNode;
    if (!last) return false;
    const length = last.textContent?.length ?? 0;
    const range = document.createRange();
    range.setStart(last, Math.max(0, length - 40));
    range.setEnd(last, length);
    const end = [...range.getClientRects()].at(-1);
    const box = text.closest('[tabindex]')?.getBoundingClientRect();
    if (!end || !box) return false;
    const bottom = Math.min(box.bottom, window.innerHeight);
    return end.bottom <= bottom + 1 && end.top >= Math.max(box.top, 0) - 1;
  });
}

/** Presses Tab until an element with this `name` on the card has the focus. */
export async function tabTo(button: Locator): Promise<void> {
  for (let at = 0; at < 200; at++) {
    if (await button.evaluate((element) => element === document.activeElement)) return;
    await button.page().keyboard.press('Tab');
  }
  throw new Error('The keyboard does not reach it.');
}

/** Presses End if the text scrolls. True if its end is in view, otherwise a description of the positions. */
export async function toItsEnd(shown: Locator, page: Page): Promise<true | string> {
  // If the text needs no scrolling, the key would scroll the page instead, and so it would if it were pressed again at
  // the text's own end.
  const isLeft = !(await isEndInView(shown)) && (await scrolls(shown)) && !(await isAtItsEnd(shown));
  if (isLeft) await page.keyboard.press('End');
  return (await isEndInView(shown)) || whereItIs(shown);
}

function isAtItsEnd(shown: Locator): Promise<boolean> {
  return shown.evaluate((text) => {
    const box = text.closest('[tabindex]');
    return box !== null && box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
  });
}

/**
 * For the message of a failure: the positions of the text's box and of the scrolling elements around it, and what has
 * the focus.
 */
function whereItIs(shown: Locator): Promise<string> {
  return shown.evaluate((text) => {
    const box = text.closest('[tabindex]');
    const around = box?.parentElement?.closest('[tabindex]');
    const places = [box, around].map((one) => {
      const { top = 0, bottom = 0 } = one?.getBoundingClientRect() ?? {};
      return { top, bottom, scrolled: one?.scrollTop, of: one?.scrollHeight, role: one?.role };
    });
    return JSON.stringify([...places, document.activeElement?.outerHTML.slice(0, 100)]);
  });
}
