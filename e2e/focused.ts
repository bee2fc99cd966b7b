import type { Page } from '@playwright/test';

/** What has the focus, and whether all of it, or of its label, is inside the window. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement;
    if (!one || one === document.body) return { name: 'nothing', isWithin: false, scrolled: 0 };
    const box = (one.closest('label') ?? one).getBoundingClientRect();
    // In a multi-line field the browser scrolls to the caret.
    const bottom = one.matches('textarea') ? Math.min(box.bottom, box.top + 44) : box.bottom;
    const isWithin =
      box.top >= -1 &&
      box.left >= -1 &&
      bottom <= window.innerHeight + 1 &&
      box.right <= window.innerWidth + 1;
    const name = one.getAttribute('aria-label') ?? one.textContent ?? '';
    return { name, isWithin, scrolled: document.scrollingElement?.scrollTop ?? 0 };
  });
