/** A ref for what a person has just opened: the keyboard goes on there. Nothing takes the focus by itself. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

/** The same for what stands in the place of something that had the focus: nothing else loses it. */
export function takeFocusOver(element: HTMLElement | null): void {
  if (document.activeElement === document.body) takeFocus(element);
}
