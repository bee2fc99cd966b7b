import type { Page } from '@playwright/test';

/** What has the focus, and whether all of it, or of its label, lies within the window. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement;
    if (!one || one === document.body) return { name: 'nothing', isWithin: false, scrolled: 0 };
    const box = (one.closest('label') ?? one).getBoundingClientRect();
    const isWithin =
      box.top >= -1 &&
      box.left >= -1 &&
      box.bottom <= window.innerHeight + 1 &&
      box.right <= window.innerWidth + 1;
    const name = one.getAttribute('aria-label') ?? one.textContent ?? '';
    return { name, isWithin, scrolled: document.scrollingElement?.scrollTop ?? 0 };
  });
