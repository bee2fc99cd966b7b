/** A box for something that may be larger than the box: it scrolls by itself, and by keyboard. */
import type { ReactNode, RefObject } from 'react';
import { takeFocus } from '../take-focus';

interface ScrollBoxProps {
  /** The name of its contents, for a screen reader. */
  name: string;
  className: string;
  id?: string;
  /** A person has just opened it: the arrow keys scroll it at once. */
  focused?: boolean;
  /** Its end matters most and is in view at first. */
  fromEnd?: boolean;
  /** A ref to the scrolling element. */
  place?: RefObject<HTMLDivElement | null> | undefined;
  children: ReactNode;
}

export function ScrollBox({
  name,
  className,
  id,
  focused = false,
  fromEnd,
  place,
  children,
}: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups what one fills in, a section would be a landmark
    <div
      ref={place ?? (focused ? takeFocus : fromEnd ? showEnd : undefined)}
      id={id}
      role="group"
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take focus to scroll by keyboard
      tabIndex={0}
      className={className}
    >
      {children}
    </div>
  );
}

function showEnd(element: HTMLElement | null): void {
  if (element) element.scrollTop = element.scrollHeight;
}
