'use client';
/** Escape stops the answer that is being written, where there is nothing else that it would close or leave. */
import { useEffect, useEffectEvent } from 'react';

const OPEN = 'dialog[open], [popover]:popover-open';

export function useStopKey(isRunning: boolean, onStop: () => void): void {
  const stop = useEffectEvent(onStop);
  useEffect(() => {
    if (!isRunning) return;
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing } = event;
      if (key !== 'Escape' || ctrlKey || metaKey || altKey || shiftKey || repeat || isComposing) return;
      if (event.defaultPrevented || document.querySelector(OPEN) || isElsewhere(event.target)) return;
      event.preventDefault();
      stop();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isRunning]);
}

/** In another field, such as a message being edited, Escape belongs to that field. */
function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type="radio"]), textarea:not([data-composer]), select, [contenteditable]') !==
      null
  );
}
