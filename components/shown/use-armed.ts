'use client';
/** Arms a button once it has been still: not in its first half second, nor for half a second after it moved. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { placeOf, type Stillness, watchStillness } from './stillness';

/** Checked at every frame; if frames are paused (a tab in the background), at this interval, in milliseconds. */
const LOOK_EVERY = 100;
/** A pointer within this many pixels of its earlier position has not been moved on purpose. */
const SAME_SPOT = 10;

/** A pointer's position in the window; pointer events have this shape. */
interface Spot {
  clientX: number;
  clientY: number;
}

export interface Armed {
  /** For rendering; follows within a frame. */
  armed: boolean;
  /** For event handlers: checks the position at that moment. */
  isArmed(): boolean;
  /** Whether the pointer moved there, rather than the button being scrolled under the pointer. */
  isAimed(at: Spot): boolean;
}

/** @param active false: nothing is watched and nothing is armed */
export function useArmed(target: RefObject<HTMLElement | null>, active: boolean): Armed {
  const [armed, setArmed] = useState(false);
  const watch = useRef<Watch | null>(null);
  useEffect(() => {
    if (!active) return;
    const started = startWatch(() => target.current, setArmed);
    watch.current = started;
    return () => {
      started.stop();
      watch.current = null;
      setArmed(false);
    };
  }, [target, active]);
  const isArmed = useCallback(() => watch.current?.stillness.isStill() ?? false, []);
  const isAimed = useCallback((at: Spot) => watch.current?.isAimed(at) ?? false, []);
  return { armed, isArmed, isAimed };
}

interface Watch {
  stillness: Stillness;
  isAimed(at: Spot): boolean;
  stop(): void;
}

/** Reports every change until it is stopped. */
function startWatch(target: () => HTMLElement | null, tell: (still: boolean) => void): Watch {
  let pointer: Spot | null = null;
  let pointerWhenScrolled: Spot | null = null;
  const stillness = watchStillness(
    () => {
      const element = target();
      return element && placeOf(element);
    },
    () => performance.now(),
    () => {
      pointerWhenScrolled = pointer;
    },
  );
  const look = () => tell(stillness.isStill());
  const stop = everyMoment(look, {
    // Scrolling must be noticed before the pointer's new position is.
    onPointer: (event) => {
      look();
      pointer = event;
    },
    // Returning to a tab or window is like the card's appearing: the click that led here was not meant for the card.
    onReturn: () => {
      stillness.restart();
      look();
    },
  });
  const isAimed = (at: Spot) =>
    !stillness.wasScrolled() || pointerWhenScrolled === null || distance(at, pointerWhenScrolled) > SAME_SPOT;
  return { stillness, isAimed, stop };
}

function distance(one: Spot, other: Spot): number {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

interface Moments {
  onPointer(event: PointerEvent): void;
  onReturn(): void;
}

function everyMoment(look: () => void, { onPointer, onReturn }: Moments): () => void {
  let frame = 0;
  const everyFrame = () => {
    look();
    frame = requestAnimationFrame(everyFrame);
  };
  frame = requestAnimationFrame(everyFrame);
  const timer = setInterval(look, LOOK_EVERY);
  document.addEventListener('pointermove', onPointer, true);
  document.addEventListener('pointerdown', onPointer, true);
  document.addEventListener('visibilitychange', onReturn);
  window.addEventListener('focus', onReturn);
  return () => {
    cancelAnimationFrame(frame);
    clearInterval(timer);
    document.removeEventListener('pointermove', onPointer, true);
    document.removeEventListener('pointerdown', onPointer, true);
    document.removeEventListener('visibilitychange', onReturn);
    window.removeEventListener('focus', onReturn);
  };
}
