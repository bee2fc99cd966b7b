/**
 * A ref for what a person has just opened: the keyboard goes on there. Nothing takes the focus by itself. Who uses the keyboard
 * sees where it went; under a pointer nothing moves.
 */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  if (element?.matches(':focus-visible')) bringIntoView(element);
}

/** The same for what stands in the place of something that had the focus: nothing else loses it. */
export function takeFocusOver(element: HTMLElement | null): void {
  if (document.activeElement === document.body) takeFocus(element);
}

/** No further than it must be; of what is taller than its place the beginning. */
export function bringIntoView(element: HTMLElement): void {
  const room = scrollerOf(element)?.clientHeight ?? window.innerHeight;
  // Some browsers of tests have none.
  element.scrollIntoView?.({ block: element.offsetHeight > room ? 'start' : 'nearest' });
}

function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let one = element.parentElement; one; one = one.parentElement)
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  return null;
}
