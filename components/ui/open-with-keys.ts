import type { KeyboardEvent } from 'react';

const LEAVES = ['Tab', 'Escape', 'Enter', ' ', 'Shift'];

/**
 * For a select whose choice holds at once: a key opens its list, in which one goes to what is meant, rather than choosing on the
 * way whatever lies before it. Browsers that cannot open it by script choose as ever.
 */
export function openWithKeys(event: KeyboardEvent<HTMLSelectElement>): void {
  const { key, ctrlKey, metaKey, altKey, currentTarget: select } = event;
  if (ctrlKey || metaKey || altKey || LEAVES.includes(key)) return;
  try {
    if (select.matches(':open')) return;
    select.showPicker();
    event.preventDefault();
  } catch {
    // It cannot be opened so, or is open and this browser does not say it.
  }
}
