'use client';
/** The one filled button: the only thing on a card that makes something run. */
import { useRef, useState } from 'react';
import type { Deciding } from './decide';
import { useArmed } from './use-armed';
import { useDeliberatePress } from './use-deliberate-press';

interface ConfirmButtonProps {
  /** Nothing but time keeps it closed. */
  open: boolean;
  deciding: Deciding;
  /** Id of the line that says why it is closed. */
  describedBy: string;
  className: string;
  onConfirm(): void;
}

export function ConfirmButton({ open, deciding, describedBy, className, onConfirm }: ConfirmButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [focused, setFocused] = useState(false);
  const takes = open && deciding === null;
  const { armed, ...arming } = useArmed(button, takes);
  const press = useDeliberatePress(arming, onConfirm);
  // While it has the focus it only ignores input: a button that is disabled under the keyboard loses its place.
  const disabled = !takes || (!armed && !focused);
  const looks = open
    ? 'border-fill-edge bg-fill text-on-fill aria-disabled:cursor-default'
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
      {deciding === 'confirm' ? 'Confirming…' : 'Confirm'}
    </button>
  );
}
