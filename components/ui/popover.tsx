'use client';
/**
 * What floats above the page and goes away on Escape or a click elsewhere, on the browser's own popover. It is
 * placed at its button, and its content exists only while it is open.
 */
import { type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react';
import { classes } from './classes';

const GAP = 4;
const EDGE = 8;

export const PANEL =
  'fixed m-0 min-w-44 max-w-[min(320px,calc(100vw-16px))] max-h-[calc(100dvh-16px)] overflow-y-auto ' +
  'rounded-table border bg-raised text-ink shadow-float';

export type Align = 'start' | 'end';

/** The wiring of a button and what it opens. Focus goes to the first item, or to what is marked `data-focus`. */
export function usePopover(align: Align) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  const onBeforeToggle = (event: ToggleEvent<HTMLDivElement>) => {
    const opens = event.newState === 'open';
    if (opens && button.current) place(event.currentTarget, button.current, align);
    if (opens) setOpen(true);
  };
  // Only now can it take the focus: before, it is not on the page yet. And only now may what had it go: the browser gives it back
  // to the button in between, if it is still there to be given back.
  const onToggle = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.newState !== 'open') return setOpen(false);
    keepInside(event.currentTarget);
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
  /** Name of the button and of what it opens. */
  label: string;
  /** What the button shows. */
  face: ReactNode;
  buttonClass: string;
  /** Which edge of the button it stands on. */
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

/**
 * Below the button, or above it in the lower half of the window, and no taller than what is left there: it scrolls to its last
 * entry. From script: its place is only known now.
 */
function place(panel: HTMLElement, button: HTMLElement, align: Align) {
  const box = button.getBoundingClientRect();
  const below = box.bottom < window.innerHeight / 2;
  const { style } = panel;
  style.top = below ? `${box.bottom + GAP}px` : 'auto';
  style.bottom = below ? 'auto' : `${window.innerHeight - box.top + GAP}px`;
  const room = below ? window.innerHeight - box.bottom : box.top;
  style.maxHeight = `${Math.max(0, room - GAP - EDGE)}px`;
  style.left = align === 'start' ? `${Math.max(EDGE, box.left)}px` : 'auto';
  style.right = align === 'end' ? `${Math.max(EDGE, window.innerWidth - box.right)}px` : 'auto';
}

/** Its width is only known once there is something in it. */
function keepInside(panel: HTMLElement) {
  const { left, right } = panel.getBoundingClientRect();
  const over = Math.max(0, right - (window.innerWidth - EDGE)) || Math.min(0, left - EDGE);
  if (over === 0) return;
  panel.style.left = `${left - over}px`;
  panel.style.right = 'auto';
}
