'use client';
/**
 * The palette's library announces the chosen option one key press late, and the first one not at all, so it is set
 * again after rendering.
 */
import { type RefObject, useLayoutEffect } from 'react';

const CHOSEN = '[role="option"][aria-selected="true"]';

export function useChosenOption(field: RefObject<HTMLInputElement | null>): void {
  useLayoutEffect(() => {
    const input = field.current;
    const list = input?.closest('[cmdk-root]');
    if (!input || !list) return;
    const tell = () => {
      const id = list.querySelector(CHOSEN)?.id;
      if (!id) input.removeAttribute('aria-activedescendant');
      else if (input.getAttribute('aria-activedescendant') !== id)
        input.setAttribute('aria-activedescendant', id);
    };
    tell();
    const watch = new MutationObserver(tell);
    watch.observe(list, {
      subtree: true,
      childList: true,
      attributeFilter: ['aria-selected', 'aria-activedescendant'],
    });
    return () => watch.disconnect();
  }, [field]);
}
