'use client';
/**
 * Accepts a press only if it was meant for this button: the pointer went down and up on it while it was armed, or Enter
 * or Space was freshly pressed on it. A held key, the second click of a double click and scripted clicks are ignored.
 */
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react';
import type { Armed } from './use-armed';

type Press = { by: 'key' | 'held key' } | { by: 'pointer'; pointerId: number; released: boolean };

export function useDeliberatePress({ isArmed, isAimed }: Omit<Armed, 'armed'>, onPress: () => void) {
  const press = useRef<Press | null>(null);
  const forget = () => {
    press.current = null;
  };

  const onPointerDown = (event: PointerEvent) => {
    const meant = event.isPrimary && event.button === 0 && isArmed() && isAimed(event);
    press.current = meant ? { by: 'pointer', pointerId: event.pointerId, released: false } : null;
  };
  const onPointerUp = (event: PointerEvent) => {
    const begun = press.current;
    const same = begun?.by === 'pointer' && begun.pointerId === event.pointerId;
    press.current = same && isArmed() ? { ...begun, released: true } : null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    const goesOn = event.repeat && press.current?.by === 'key';
    const meant = goesOn || (!event.repeat && isArmed());
    press.current = { by: meant ? 'key' : 'held key' };
    if (event.repeat || !meant) event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const begun = press.current;
    forget();
    if (event.detail <= 1 && isArmed() && isMeant(begun, event)) onPress();
  };
  return { onPointerDown, onPointerUp, onPointerCancel: forget, onBlur: forget, onKeyDown, onClick };
}

function isMeant(press: Press | null, click: MouseEvent): boolean {
  if (press === null) return isFromAssistiveTechnology(click);
  return press.by === 'pointer' ? press.released : press.by === 'key';
}

/**
 * Screen readers and voice control press a button without a pointer or a key; the browser marks such events as trusted.
 */
function isFromAssistiveTechnology(event: MouseEvent): boolean {
  return event.nativeEvent.isTrusted && event.detail === 0;
}
