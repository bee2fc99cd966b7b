'use client';
/**
 * Keeps the theme's class as the choice and the system have it. Pages that are drawn in the browser alone, as Next does with
 * what is not there, run no script of the server's: there this sets it at first as well.
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
