import type { KeyboardEvent } from 'react';

const LEAVES = ['Tab', 'Escape', 'Enter', ' ', 'Shift'];

/**
 * For a select that applies its choice at once: a key opens its list, to be moved through there, instead of choosing
 * every option on the way. Browsers that cannot open it by script behave as usual.
 */
export function openWithKeys(event: KeyboardEvent<HTMLSelectElement>): void {
  const { key, ctrlKey, metaKey, altKey, currentTarget: select } = event;
  if (ctrlKey || metaKey || altKey || LEAVES.includes(key)) return;
  try {
    if (select.matches(':open')) return;
    select.showPicker();
    event.preventDefault();
  } catch {
    // It cannot be opened this way, or is open and this browser does not report it.
  }
}
