'use client';
/** Arms a button once it has stood still: not in its first half second, nor for half a second after it moved. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type Stillness, watchStillness } from './stillness';

/** Looked at on every frame; where frames are paused (a tab in the background), this often, in milliseconds. */
const LOOK_EVERY = 100;

export interface Armed {
  /** For what is shown; follows within a frame. */
  armed: boolean;
  /** For the moment of an event: looks at the place right then. */
  isArmed(): boolean;
}

/** @param active false: nothing is watched and nothing is armed */
export function useArmed(target: RefObject<HTMLElement | null>, active: boolean): Armed {
  const [armed, setArmed] = useState(false);
  const stillness = useRef<Stillness | null>(null);
  useEffect(() => {
    if (!active) return;
    const watch = watchStillness(
      () => target.current?.getBoundingClientRect() ?? null,
      () => performance.now(),
    );
    stillness.current = watch;
    const stop = look(watch, setArmed);
    return () => {
      stop();
      stillness.current = null;
      setArmed(false);
    };
  }, [target, active]);
  const isArmed = useCallback(() => stillness.current?.isStill() ?? false, []);
  return { armed, isArmed };
}

/** Tells of every change until the returned function is called. */
function look(watch: Stillness, tell: (still: boolean) => void): () => void {
  let frame = 0;
  const now = () => tell(watch.isStill());
  const everyFrame = () => {
    now();
    frame = requestAnimationFrame(everyFrame);
  };
  // Coming back to a tab is like the card's appearing: what was clicked to get here was not the card.
  const onReturn = () => {
    watch.restart();
    now();
  };
  frame = requestAnimationFrame(everyFrame);
  const timer = setInterval(now, LOOK_EVERY);
  document.addEventListener('visibilitychange', onReturn);
  return () => {
    cancelAnimationFrame(frame);
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onReturn);
  };
}
