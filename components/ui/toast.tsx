'use client';
/** A short message at the edge of the page about what was just done, with an undo action. It disappears by itself. */
import { X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from './button';
import { Icon } from './icon';

export interface ToastMessage {
  /** A message with another id replaces it. */
  id: number;
  words: string;
  /** The label and action of its button. */
  action?: { label: string; run: () => void };
  /**
   * The focused element disappears with the action: the focus moves to the button, and afterwards back to where it was.
   */
  takesFocus?: boolean;
}

const STAYS_MS = 10_000;

interface ToastProps {
  message: ToastMessage | null;
  closeLabel: string;
  onClose: () => void;
}

export function Toast({ message, closeLabel, onClose }: ToastProps) {
  return (
    <div
      // Announced like a status, but without the role: pages have a status of their own.
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-36 z-20 flex justify-center px-4"
    >
      {message && <Said key={message.id} message={message} closeLabel={closeLabel} onClose={onClose} />}
    </div>
  );
}

function Said({ message, closeLabel, onClose }: ToastProps & { message: ToastMessage }) {
  const { words, action, takesFocus } = message;
  // It does not time out while it is hovered or focused.
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(onClose, STAYS_MS);
    return () => clearTimeout(timer);
  }, [isHeld, onClose]);
  const button = useFocusMeanwhile(takesFocus ?? false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only keeps it there
    <div
      data-testid="toast"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={({ target }) => setIsHeld(target.matches(':focus-visible'))}
      onBlur={() => setIsHeld(false)}
      className="pointer-events-auto flex min-h-11 max-w-full items-center gap-3 rounded-card border border-edge bg-raised pl-4 pr-1 text-13 text-ink shadow-float"
    >
      <span className="min-w-0 flex-1 break-words py-2">{words}</span>
      {action && (
        <button
          ref={button}
          type="button"
          onClick={action.run}
          className="h-9 shrink-0 rounded-control px-2.5 font-medium text-ink underline underline-offset-2 hover:bg-hover"
        >
          {action.label}
        </button>
      )}
      <IconButton label={closeLabel} onClick={onClose}>
        <Icon of={X} />
      </IconButton>
    </div>
  );
}

/** If it disappears while focused, the focus returns to where it was, or to the page's content. */
function useFocusMeanwhile(takesFocus: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  useLayoutEffect(() => {
    const place = button.current?.parentElement;
    const before = document.activeElement;
    return () => {
      if (!place?.contains(document.activeElement)) return;
      const goesOn = before instanceof HTMLElement && before.isConnected && before !== document.body;
      (goesOn ? before : document.getElementById('main'))?.focus({ preventScroll: true });
    };
  }, []);
  return button;
}
