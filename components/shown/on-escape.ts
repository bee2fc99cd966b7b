import type { KeyboardEvent } from 'react';

/** For a part of a page that was opened in place: Escape in it closes it, and nothing else around it. */
export function onEscape(close: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
}
