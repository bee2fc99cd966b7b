import { useEffect } from 'react';
import { useStickToBottom } from 'use-stick-to-bottom';

/** A page is still being put together for so long after it has opened, in milliseconds. */
const OPENING_MS = 5_000;
/** What people scroll with. */
const BY_HAND = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** At the end one stays there, whether the text grows or its place shrinks under a composer that grows. */
export function useFollowing() {
  const following = useStickToBottom({ initial: 'instant', resize: 'instant' });
  const { scrollRef, scrollToBottom, state } = following;
  useEffect(() => {
    const place = scrollRef.current;
    if (!place) return;
    const opening = untilTouched(OPENING_MS);
    const observer = new ResizeObserver(() => {
      // While a page opens its parts come one after the other, and what shrinks and grows again looks like a person
      // who scrolls up.
      if (!state.isAtBottom && !opening.signal.aborted) void scrollToBottom('instant');
      // Before the next picture, so that nothing is seen to move twice; and never under a finger.
      if (state.isAtBottom && !place.matches(':active')) state.scrollTop = state.calculatedTargetScrollTop;
    });
    observer.observe(place);
    for (const content of place.children) observer.observe(content);
    return () => {
      observer.disconnect();
      opening.abort();
    };
  }, [scrollRef, scrollToBottom, state]);
  return following;
}

/** Aborted once somebody does anything with the page, and after some time. */
function untilTouched(ms: number): AbortController {
  const ending = new AbortController();
  const end = () => ending.abort();
  for (const event of BY_HAND) {
    addEventListener(event, end, { capture: true, passive: true, signal: ending.signal });
  }
  setTimeout(end, ms);
  return ending;
}
