/**
 * A ref for what a person has just opened: it takes the focus. Nothing takes the focus by itself. For keyboard users it
 * is scrolled into view; for pointer users nothing moves.
 */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  if (element?.matches(':focus-visible')) bringIntoView(element);
}

/** The same for an element that replaces a focused one: it never takes the focus from anything else. */
export function takeFocusOver(element: HTMLElement | null): void {
  if (document.activeElement === document.body) takeFocus(element);
}

/** Scrolls no further than necessary; of an element taller than its container it shows the beginning. */
export function bringIntoView(element: HTMLElement): void {
  const room = scrollerOf(element)?.clientHeight ?? window.innerHeight;
  // Some test environments have none.
  element.scrollIntoView?.({ block: element.offsetHeight > room ? 'start' : 'nearest' });
}

function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let one = element.parentElement; one; one = one.parentElement)
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  return null;
}
