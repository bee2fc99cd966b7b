'use client';
/**
 * The one filled button: the only element on a card that makes something run; subdued on cards that should not invite
 * confirmation.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useArmed } from './use-armed';
import { useDeliberatePress } from './use-deliberate-press';

interface ConfirmButtonProps {
  /** Nothing except the initial delay keeps it closed. */
  open: boolean;
  /** An answer to the card is being sent. */
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
  const isPassed = useTabKey();
  // While focused it only ignores input, since a button that becomes disabled loses the focus. Nor does Tab skip it:
  // people who tab back would land on it, and take it for the button beside it.
  const disabled = busy || (!armed && !focused && !isPassed);
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

/** True from the moment Tab is pressed until the focus has moved. */
function useTabKey(): boolean {
  const [isPressed, setIsPressed] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const press = ({ key }: KeyboardEvent) => {
      if (key !== 'Tab') return;
      // The browser looks for the next element right after this handler.
      flushSync(() => setIsPressed(true));
      clearTimeout(timer);
      timer = setTimeout(() => setIsPressed(false));
    };
    document.addEventListener('keydown', press, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', press, true);
    };
  }, []);
  return isPressed;
}
