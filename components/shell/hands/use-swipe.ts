'use client';
/**
 * A swipe that opens or closes the side bar on phones. It only listens: scrolling, tables and text selection work as
 * without it, and people who cannot swipe have the button.
 */
import { type TouchEvent, useRef } from 'react';
import { isWide } from './wide';

/** How far from the edge it may begin, and how far it goes at least, in CSS pixels. */
const EDGE = 32;
const FAR = 56;

interface Swipe {
  towards: 'left' | 'right';
  /** It begins at the page's left edge. */
  fromEdge?: boolean;
}

export function useSwipe({ towards, fromEdge = false }: Swipe, act: () => void) {
  const began = useRef<{ x: number; y: number } | null>(null);
  const onTouchStart = (event: TouchEvent) => {
    const { 0: touch, 1: second } = event.touches;
    const isOurs =
      touch && !second && (!fromEdge || touch.clientX <= EDGE) && !isWide() && !hasOwnUse(event.target);
    began.current = isOurs ? { x: touch.clientX, y: touch.clientY } : null;
  };
  const onTouchMove = (event: TouchEvent) => {
    // A second finger means something else.
    if (event.touches.length > 1) began.current = null;
  };
  const onTouchEnd = (event: TouchEvent) => {
    const { 0: touch } = event.changedTouches;
    const from = began.current;
    began.current = null;
    if (!touch || !from || document.getSelection()?.isCollapsed === false) return;
    if (isSwipe(from, { x: touch.clientX, y: touch.clientY }, towards)) act();
  };
  const onTouchCancel = () => {
    began.current = null;
  };
  return { onTouchStart, onTouchMove, onTouchEnd, onTouchCancel };
}

interface Point {
  x: number;
  y: number;
}

/** Far enough that way, and more sideways than up or down. */
export function isSwipe(from: Point, to: Point, towards: Swipe['towards']): boolean {
  const way = (to.x - from.x) * (towards === 'right' ? 1 : -1);
  return way >= FAR && way >= 2 * Math.abs(to.y - from.y);
}

/** A finger moves what is there itself: what scrolls sideways, a field, a range. */
function hasOwnUse(target: EventTarget | null): boolean {
  for (let one = target instanceof Element ? target : null; one; one = one.parentElement) {
    if (one.matches('input, textarea, select, [contenteditable], [draggable="true"]')) return true;
    const scrolls = /auto|scroll/.test(getComputedStyle(one).overflowX);
    if (scrolls && one.scrollWidth > one.clientWidth) return true;
  }
  return false;
}
