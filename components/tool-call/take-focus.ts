/** A ref for what a person has just opened: the keyboard goes on there. Nothing takes the focus by itself. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
