'use client';
/**
 * Where one reads in a conversation. At its end one follows what is written. A question that was asked here goes to the top, and
 * its answer is read from its beginning; what waits for a person is shown from its name on. Whoever scrolls reads where they scroll to.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStickToBottom } from 'use-stick-to-bottom';
import { makeRoom, messageIn, toQuestion, toTop, waitingIn } from './places';

/** So far from the end one is not there any more, in pixels. */
const AWAY = 70;

/** Below what is held so much may stand that nobody has to be led to: the foot of its answer, and no line of it. */
const FOOT = 108;

/** What stays in sight while one follows: how far to scroll at the most; undefined: it is not there any more. */
type Held = () => number | undefined;

/**
 * @param asked id of the question that was asked last on this page
 * @param waits something waits for a person in the last message
 */
export function useReading(asked: string | null, waits: boolean) {
  const held = useRef<Held | null>(null);
  const targetScrollTop = useCallback((end: number) => Math.min(end, held.current?.() ?? end), []);
  const following = useStickToBottom({ initial: 'instant', resize: 'instant', targetScrollTop });
  const { scrollRef, contentRef, state, scrollToBottom, stopScroll } = following;
  const isBeyond = useBeyond(following, held);
  useSteadyEnd(following, held, asked);

  const question = useRef<string | null>(null);
  useLayoutEffect(() => {
    const [place, content] = [scrollRef.current, contentRef.current];
    // It may come to stand there later than it was asked.
    const shown = place && asked !== question.current && asked !== null ? messageIn(place, asked) : null;
    if (!place || !content || !shown) return;
    question.current = asked;
    makeRoom(place, content, shown);
    held.current = () => (shown.isConnected ? toQuestion(place, shown) : undefined);
    void scrollToBottom('instant');
    state.scrollTop = Math.min(state.targetScrollTop, held.current() ?? 0);
  });

  useLayoutEffect(() => {
    const place = scrollRef.current;
    if (!waits || !place) return;
    const before = held.current;
    held.current = () => {
      const card = waitingIn(place);
      return card ? toTop(place, card) : before?.();
    };
    // A page opens at its end: where the card has no room, its name comes first.
    const most = held.current();
    if (state.isAtBottom && most !== undefined && place.scrollTop > most) state.scrollTop = most;
  }, [waits, scrollRef, state]);

  const toTheLatest = () => {
    held.current = null;
    void scrollToBottom('instant');
  };
  return { scrollRef, contentRef, stopScroll, toTheLatest, isAtEnd: following.isAtBottom && !isBeyond };
}

type Following = ReturnType<typeof useStickToBottom>;
type HeldRef = { current: Held | null };

/** Whether there is more below what is held. Whoever goes to the end by themselves follows it from then on. */
function useBeyond({ scrollRef, contentRef }: Following, held: HeldRef): boolean {
  const [isBeyond, setBeyond] = useState(false);
  useEffect(() => {
    const [place, content] = [scrollRef.current, contentRef.current];
    if (!place || !content) return;
    const look = () => {
      const left = place.scrollHeight - place.clientHeight - place.scrollTop;
      const most = held.current?.();
      if (most !== undefined && left <= AWAY && place.scrollTop > most + 2) held.current = null;
      setBeyond(most !== undefined && left > FOOT);
    };
    const observer = new ResizeObserver(look);
    observer.observe(content);
    place.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      place.removeEventListener('scroll', look);
    };
  }, [scrollRef, contentRef, held]);
  return isBeyond;
}

/** At the end one stays there, whether the text grows or its place shrinks under a composer that grows. */
function useSteadyEnd(following: Following, held: HeldRef, asked: string | null): void {
  const { scrollRef, contentRef, state, stopScroll } = following;
  useEffect(() => {
    const [place, content] = [scrollRef.current, contentRef.current];
    if (!place || !content) return;
    // Before the next picture, so that nothing is seen to move twice; and never under a finger.
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
    // What one opens is what one wants to read: the end of the page does not pull it away.
    const onOpening = ({ target }: Event) => {
      if (target instanceof Element && target.closest('[aria-expanded]')) stopScroll();
    };
    place?.addEventListener('click', onOpening, true);
    return () => place?.removeEventListener('click', onOpening, true);
  }, [scrollRef, stopScroll]);
}
