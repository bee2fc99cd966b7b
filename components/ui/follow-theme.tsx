'use client';
/**
 * Keeps the theme's class in line with the choice and the system. Pages rendered only in the browser, such as Next's
 * own for missing pages, run no script from the server: there this also sets it initially.
 */
import { useLayoutEffect } from 'react';

export function FollowTheme() {
  useLayoutEffect(() => {
    const page = document.documentElement;
    const system = window.matchMedia('(prefers-color-scheme: dark)');
    const set = () => {
      const { theme } = page.dataset;
      page.classList.toggle('dark', theme === 'dark' || (theme === 'system' && system.matches));
    };
    set();
    system.addEventListener('change', set);
    const chosen = new MutationObserver(set);
    chosen.observe(page, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      system.removeEventListener('change', set);
      chosen.disconnect();
    };
  }, []);
  return null;
}
