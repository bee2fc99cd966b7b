/**
 * A page in a frame can grab the focus, and would receive what a person goes on typing. It keeps the focus only after a
 * click on it, or Tab; otherwise the focus returns to where it was.
 */

/** Between the key and the change of focus. */
const SOON_MS = 500;

export function keepFocus(frame: HTMLElement, signal: AbortSignal): void {
  let isOver = false;
  let tabbedAt = Number.NEGATIVE_INFINITY;
  let before: Element | null = document.activeElement;
  const on = { signal, capture: true };
  const set = (value: boolean) => () => {
    isOver = value;
  };
  frame.addEventListener('pointerenter', set(true), on);
  frame.addEventListener('pointerleave', set(false), on);
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Tab') tabbedAt = performance.now();
  };
  document.addEventListener('keydown', onKey, on);
  const onFocus = ({ target }: FocusEvent) => {
    if (target !== frame && target instanceof Element) before = target;
  };
  document.addEventListener('focusin', onFocus, on);
  window.addEventListener(
    'blur',
    () => {
      if (document.activeElement !== frame) return;
      // A touch presses without hovering first.
      const isWanted =
        isOver || performance.now() - tabbedAt < SOON_MS || matchMedia('(pointer: coarse)').matches;
      if (isWanted) return;
      frame.blur();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    { signal },
  );
}
