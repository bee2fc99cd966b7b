'use client';
/**
 * The scroll position in a conversation. At its end, the reader follows new text. A question asked here moves to the
 * top, and its answer is read from its beginning; what waits for a person is shown from its heading on. A reader who
 * scrolls stays where they scroll to.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStickToBottom } from 'use-stick-to-bottom';
import { CARD, leaveRoom, makeRoom, messageIn, QUEUE, toQuestion, toTop, waitingIn } from './places';
import { BESIDE, STRIP } from './to-the-latest';

/** At this distance the reader is no longer at the end, in pixels. */
const AWAY = 70;

/** This much may be below without a button leading there: the footer of an answer, and about a line of it. */
const FOOT = 120;

/** A reader who has not moved for this long, in milliseconds, is not on the way to the end. */
const STILL_MS = 200;

/** What stays visible while following: the furthest position to scroll to; undefined if it is gone. */
type Held = () => number | undefined;

/**
 * @param asked id of the question asked last on this page
 * @param waits something waits for a person in the last message
 * @param queued the queued messages
 */
export function useReading(asked: string | null, waits: boolean, queued: readonly { id: string }[]) {
  const held = useRef<Held | null>(null);
  const targetScrollTop = useCallback((end: number) => Math.min(end, held.current?.() ?? end), []);
  const following = useStickToBottom({ initial: 'instant', resize: 'instant', targetScrollTop });
  const { scrollRef, contentRef, state, scrollToBottom, stopScroll } = following;
  const below = useBelow(following, held);
  useSteadyEnd(following, held, asked);

  const waited = useWaited(queued);
  const question = useRef<string | null>(null);
  useLayoutEffect(() => {
    const [place, content] = [scrollRef.current, contentRef.current];
    // It may appear later than it was asked.
    const shown = place && asked !== question.current && asked !== null ? messageIn(place, asked) : null;
    if (!place || !content || !shown || asked === null) return;
    const before = question.current;
    question.current = asked;
    // A queued message whose turn came: a person who is reading elsewhere by then stays there.
    const most = held.current?.();
    const isElsewhere = !state.isAtBottom || (most !== undefined && Math.abs(place.scrollTop - most) > AWAY);
    if (waited.current.has(asked) && isElsewhere) return;
    if (before !== null) leaveRoom(place, before);
    makeRoom(place, content, shown);
    held.current = () => (shown.isConnected ? toQuestion(place, shown) : undefined);
    void scrollToBottom('instant');
    state.scrollTop = Math.min(state.targetScrollTop, held.current() ?? 0);
  });

  const { length } = queued;
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again with each message that waits, or waits no more
  useLayoutEffect(() => {
    const [place, content] = [scrollRef.current, contentRef.current];
    const shown = place && question.current !== null ? messageIn(place, question.current) : null;
    // Queued messages are below the answer, and take some of its room.
    if (place && content && shown) makeRoom(place, content, shown);
  }, [length, scrollRef, contentRef]);

  useCard(following, held, waits);
  const toTheLatest = () => {
    held.current = null;
    void scrollToBottom('instant');
  };
  const isAtEnd = !below.isFar || (following.isAtBottom && !below.isHeld);
  return { scrollRef, contentRef, stopScroll, toTheLatest, isAtEnd };
}

/** The messages that have been queued on this page. */
function useWaited(queued: readonly { id: string }[]) {
  const waited = useRef(new Set<string>());
  useLayoutEffect(() => {
    for (const { id } of queued) waited.current.add(id);
  }, [queued]);
  return waited;
}

type Following = ReturnType<typeof useStickToBottom>;
type HeldRef = { current: Held | null };

/** What waits for a person is shown from its heading on. */
function useCard({ scrollRef, state }: Following, held: HeldRef, waits: boolean): void {
  useLayoutEffect(() => {
    const place = scrollRef.current;
    if (!waits || !place) return;
    const before = held.current;
    held.current = () => {
      const card = waitingIn(place);
      return card ? toTop(place, card) : before?.();
    };
    // A page opens at its end: if the card does not fit, its heading comes first.
    const most = held.current();
    if (state.isAtBottom && most !== undefined && place.scrollTop > most) state.scrollTop = most;
  }, [waits, scrollRef, state, held]);
}

const NOTHING = { isFar: false, isHeld: false };

/** How much of it is below the visible part, in pixels. */
const leftBelow = (place: HTMLElement) => place.scrollHeight - place.clientHeight - place.scrollTop;

/**
 * Whether there is more below, and whether the reader is held above it. A reader who goes to the end follows it from
 * then on.
 */
function useBelow(following: Following, held: HeldRef): typeof NOTHING {
  const { scrollRef, contentRef, state, stopScroll } = following;
  const [below, setBelow] = useState(NOTHING);
  useEffect(() => {
    const [place, content] = [scrollRef.current, contentRef.current];
    if (!place || !content) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A single scroll in the very frame in which the page grew does not count: a reader at rest away from the end is
    // reading there.
    const standsHere = (at: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const isStill = place.scrollTop === at && leftBelow(place) > AWAY;
        if (isStill && state.isAtBottom && held.current?.() === undefined) stopScroll();
      }, STILL_MS);
    };
    const look = () => {
      const left = leftBelow(place);
      const most = held.current?.();
      if (most !== undefined && left <= AWAY && place.scrollTop > most + 2) held.current = null;
      if (state.isAtBottom && most === undefined && left > AWAY) standsHere(place.scrollTop);
      const now = { isFar: left > FOOT && !liesOnCard(place), isHeld: most !== undefined };
      setBelow((was) => (was.isFar === now.isFar && was.isHeld === now.isHeld ? was : now));
    };
    const observer = new ResizeObserver(look);
    observer.observe(content);
    place.addEventListener('scroll', look, { passive: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      place.removeEventListener('scroll', look);
    };
  }, [scrollRef, contentRef, state, stopScroll, held]);
  return below;
}

/** Whether the button that leads to the end would cover something that waits for a person, or is queued. */
function liesOnCard(place: HTMLElement): boolean {
  if (window.matchMedia(BESIDE).matches) return false;
  const edge = place.getBoundingClientRect().bottom;
  return [...place.querySelectorAll(`${CARD}, ${QUEUE}`)].some((shown) => {
    const { top, bottom } = shown.getBoundingClientRect();
    return top < edge && bottom > edge - STRIP;
  });
}

/** At the end the reader stays there, whether the text grows or its space shrinks under a growing composer. */
function useSteadyEnd(following: Following, held: HeldRef, asked: string | null): void {
  const { scrollRef, contentRef, state, stopScroll } = following;
  useEffect(() => {
    const [place, content] = [scrollRef.current, contentRef.current];
    if (!place || !content) return;
    // Before the next frame, so that nothing visibly moves twice; and never during a touch.
    const observer = new ResizeObserver(() => {
      const question = asked === null ? null : messageIn(place, asked);
      if (question) makeRoom(place, content, question);
      const target = state.calculatedTargetScrollTop;
      if (!state.isAtBottom || place.matches(':active')) return;
      if (!held.current || state.scrollTop < target) state.scrollTop = target;
    });
    observer.observe(place);
    return () => observer.disconnect();
  }, [scrollRef, contentRef, state, held, asked]);
  useEffect(() => {
    const place = scrollRef.current;
    // People who open something want to read it: the end of the page must not pull it away.
    const onOpening = ({ target }: Event) => {
      if (target instanceof Element && target.closest('[aria-expanded], [data-opens]')) stopScroll();
    };
    place?.addEventListener('click', onOpening, true);
    return () => place?.removeEventListener('click', onOpening, true);
  }, [scrollRef, stopScroll]);
}
