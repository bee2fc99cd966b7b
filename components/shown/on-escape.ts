import type { KeyboardEvent } from 'react';

/** For a part of a page that was opened in its place: Escape in it puts it away, and nothing else that lies around it. */
export function onEscape(close: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
}
