'use client';
/**
 * A panel over the page that closes on Escape or a click elsewhere, using the browser's own popover. It is positioned
 * at its button, and its content exists only while it is open.
 */
import { type ReactNode, type ToggleEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { classes } from './classes';

const GAP = 4;
const EDGE = 8;

export const PANEL =
  'fixed m-0 min-w-44 max-w-[min(320px,calc(100vw-16px))] max-h-[calc(100dvh-16px)] overflow-y-auto ' +
  'rounded-table border bg-raised text-ink shadow-float';

export type Align = 'start' | 'end';

/** The wiring of a button and its panel. The focus goes to the first item, or to the element marked `data-focus`. */
export function usePopover(align: Align) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  // Its size is known only with its content, and may change with it.
  useLayoutEffect(() => {
    const [floating, opener] = [panel.current, button.current];
    if (!open || !floating || !opener) return;
    const put = () => place(floating, opener, align);
    put();
    const sizes = new ResizeObserver(put);
    sizes.observe(floating);
    window.addEventListener('resize', put);
    return () => {
      sizes.disconnect();
      window.removeEventListener('resize', put);
    };
  }, [open, align]);

  const onBeforeToggle = (event: ToggleEvent<HTMLDivElement>) => {
    if (isOwn(event) && event.newState === 'open') setOpen(true);
  };
  // Only now is it on the page and can take the focus. And only now may the element that had it be removed: in between,
  // the browser returns the focus to the button, if it still exists.
  const onToggle = (event: ToggleEvent<HTMLDivElement>) => {
    if (!isOwn(event)) return;
    if (event.newState !== 'open') return setOpen(false);
    if (button.current) place(event.currentTarget, button.current, align);
    event.currentTarget.querySelector<HTMLElement>('[data-focus], [role^="menuitem"]')?.focus();
  };

  return {
    open,
    button: { ref: button, popoverTarget: id, 'aria-expanded': open },
    panel: { ref: panel, id, popover: 'auto' as const, onBeforeToggle, onToggle },
    close: () => panel.current?.hidePopover(),
  };
}

export interface PopoverProps {
  /** Name of the button and of its panel. */
  label: string;
  /** What the button shows. */
  face: ReactNode;
  buttonClass: string;
  /** The edge of the button that it is aligned with. */
  align?: Align;
  children: (close: () => void) => ReactNode;
}

/** A small dialog beside its button; the page stays usable. */
export function Popover({ label, face, buttonClass, align = 'start', children }: PopoverProps) {
  const popover = usePopover(align);
  return (
    <>
      <button
        {...popover.button}
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        className={buttonClass}
      >
        {face}
      </button>
      <div {...popover.panel} role="dialog" aria-label={label} className={classes(PANEL, 'p-4')}>
        {popover.open && children(popover.close)}
      </div>
    </>
  );
}

/** In React these events bubble up from nested popovers as well. */
const isOwn = ({ target, currentTarget }: ToggleEvent<HTMLDivElement>) => target === currentTarget;

/**
 * Below the button, or above it in the lower half of the window; on the other side if there is no room, and over the
 * button rather than out of the window. A panel taller than the window scrolls inside (`PANEL`).
 */
function place(panel: HTMLElement, button: HTMLElement, align: Align) {
  const box = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const { innerWidth, innerHeight } = window;
  const [below, above] = [box.bottom + GAP, box.top - GAP - height];
  const sides = box.bottom < innerHeight / 2 ? [below, above] : [above, below];
  const fits = (top: number) => top >= EDGE && top + height <= innerHeight - EDGE;
  const top = sides.find(fits) ?? sides[0] ?? below;
  const left = align === 'start' ? box.left : box.right - width;
  panel.style.inset = 'auto';
  panel.style.top = `${within(top, innerHeight - height)}px`;
  panel.style.left = `${within(left, innerWidth - width)}px`;
}

/**
 * No closer to either edge of the window than `EDGE`; if there is no room for both, the first edge takes precedence.
 */
const within = (at: number, last: number) => Math.max(EDGE, Math.min(at, last - EDGE));
