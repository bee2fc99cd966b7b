'use client';
/** A menu: arrow keys, Home and End move through its items, choosing one closes it. */
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { classes } from './classes';
import { type Align, PANEL, usePopover } from './popover';

export interface MenuProps {
  /** Name of the menu, and of the button unless `faceIsName`. */
  label: string;
  /** The face has text of its own, which names the button. */
  faceIsName?: boolean;
  /** What the button shows. */
  face: ReactNode;
  buttonClass: string;
  /** Id of the text that distinguishes this button from others with the same name. */
  describedBy?: string;
  /** The edge of the button that it is aligned with. */
  align?: Align;
  children: ReactNode;
}

export function Menu({
  label,
  faceIsName,
  face,
  buttonClass,
  describedBy,
  align = 'end',
  children,
}: MenuProps) {
  const popover = usePopover(align);
  return (
    <>
      <button
        {...popover.button}
        type="button"
        aria-label={faceIsName ? undefined : label}
        aria-describedby={describedBy}
        aria-haspopup="menu"
        className={buttonClass}
      >
        {face}
      </button>
      <div
        {...popover.panel}
        role="menu"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={moveFocus}
        className={classes(PANEL, 'p-1 outline-none')}
      >
        {popover.open && children}
      </div>
    </>
  );
}

const ITEM =
  'flex h-11 w-full items-center gap-2.5 rounded-control px-2.5 text-left text-13 hover:bg-hover md:h-[34px] ' +
  'focus-visible:outline-offset-[-2px]';

export interface MenuItemProps {
  children: ReactNode;
  onSelect: () => void;
}

export function MenuItem({ children, onSelect }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={classes(ITEM, 'text-ink-2')}
      onClick={closing(onSelect)}
    >
      {children}
    </button>
  );
}

/** One of several options of which one is chosen. */
export function MenuChoice({ children, onSelect, chosen }: MenuItemProps & { chosen: boolean }) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={chosen}
      tabIndex={-1}
      className={classes(ITEM, chosen ? 'font-medium text-ink' : 'text-ink-2')}
      onClick={closing(onSelect)}
    >
      {children}
    </button>
  );
}

/** A line between groups of items. */
export function MenuLine() {
  return <hr className="m-1 border-line" />;
}

/** Items that belong together, below a label. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is none of what a menu may hold
    <div role="group" aria-label={label}>
      <p aria-hidden className="px-2.5 pt-1.5 pb-1 text-12 text-muted">
        {label}
      </p>
      {children}
    </div>
  );
}

function closing(onSelect: () => void) {
  return (event: MouseEvent<HTMLElement>) => {
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
    onSelect();
  };
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
  if (event.key === 'Tab') return event.currentTarget.hidePopover();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  const current = items.findIndex((item) => item.matches(':focus'));
  const targets: Record<string, number> = {
    ArrowDown: (current + 1) % items.length,
    ArrowUp: (Math.max(current, 0) - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const next = targets[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}
