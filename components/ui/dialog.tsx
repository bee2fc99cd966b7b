'use client';
/** The browser's own modal dialog: it traps the focus, closes on Escape and restores the focus. */
import {
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { classes } from './classes';

export interface DialogProps {
  /** Its name; shown as the heading unless `bare`. */
  title: string;
  /** Called once it has closed, for whatever reason. */
  onClose: () => void;
  /** Gets the function that closes it. */
  children: (close: () => void) => ReactNode;
  /** Brings its own background and has no heading: a sheet. */
  bare?: boolean;
  className?: string;
}

/** Open as long as it is mounted. The element marked `data-focus` takes the focus. */
export function Dialog({ title, onClose, children, bare = false, className }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open) return;
    element.showModal();
    // By default the first focusable element would take it, even if it is only a frame.
    element.querySelector<HTMLElement>('[data-focus]')?.focus();
  }, []);
  // If it is unmounted while open, the focus is restored all the same.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);

  const close = () => dialog.current?.close();
  // In React these events bubble up from a nested dialog as well.
  const closed = ({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
    if (target === currentTarget && !currentTarget.open) onClose();
  };
  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) close();
  };

  return (
    // The keyboard's way to close is Escape, which the browser brings.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog has Escape as its counterpart
    <dialog
      ref={dialog}
      onClose={closed}
      onClick={closeOnBackdrop}
      aria-labelledby={bare ? undefined : heading}
      aria-label={bare ? title : undefined}
      className={classes(
        'text-ink backdrop:bg-black/40',
        bare
          ? ''
          : 'm-auto w-[min(420px,calc(100vw-32px))] scroll-pb-24 rounded-card border bg-raised p-6 shadow-float',
        className,
      )}
    >
      {!bare && (
        <h2 id={heading} className="text-16 font-semibold">
          {title}
        </h2>
      )}
      {children(close)}
    </dialog>
  );
}

/** The buttons at the end of a dialog that can be taller than the screen: always in view. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="-mx-6 -mb-6 sticky -bottom-6 mt-2 flex flex-wrap justify-end gap-2 bg-raised px-6 pt-3 pb-6">
      {children}
    </div>
  );
}
