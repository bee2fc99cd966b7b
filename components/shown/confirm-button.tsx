'use client';
/** The one filled button: the only thing on a card that makes something run; quiet where nothing should invite to that. */
import { type ReactNode, useRef, useState } from 'react';
import { useArmed } from './use-armed';
import { useDeliberatePress } from './use-deliberate-press';

interface ConfirmButtonProps {
  /** Nothing but time keeps it closed. */
  open: boolean;
  /** An answer to the card is on its way. */
  busy: boolean;
  /** Id of the line that says why it is closed. */
  describedBy: string;
  className: string;
  /** Looks like the buttons beside it. */
  isQuiet?: boolean;
  onConfirm(): void;
  children: ReactNode;
}

export function ConfirmButton(props: ConfirmButtonProps) {
  const { open, busy, describedBy, className, isQuiet, onConfirm, children } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [focused, setFocused] = useState(false);
  const takes = open && !busy;
  const { armed, ...arming } = useArmed(button, takes);
  const press = useDeliberatePress(arming, onConfirm);
  // While it has the focus it only ignores input: a button that is disabled under the keyboard loses its place.
  const disabled = !takes || (!armed && !focused);
  const filled = isQuiet ? 'border-quiet-edge bg-quiet text-ink' : 'border-fill-edge bg-fill text-on-fill';
  const looks = open
    ? `${filled} aria-disabled:cursor-default`
    : 'border-card-ink-2 border-dashed text-card-ink-2';
  return (
    <button
      ref={button}
      type="button"
      disabled={disabled}
      aria-disabled={!armed}
      aria-describedby={describedBy}
      className={`${className} ${looks}`}
      {...press}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        press.onBlur();
        setFocused(false);
      }}
    >
      {children}
    </button>
  );
}
