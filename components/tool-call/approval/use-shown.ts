'use client';
/** Tells the server, once, that somebody has seen a card. Nothing depends on the response. */
import { type RefObject, useEffect, useRef } from 'react';

/** Half of it is visible, or it fills half of the window. */
const STEPS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 1];

/** @returns a ref for the card */
export function useShown<Element extends HTMLElement>(approvalId: string): RefObject<Element | null> {
  const card = useRef<Element>(null);
  useEffect(() => {
    if (!card.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(isBeforeEyes)) return;
        observer.disconnect();
        noteShown(approvalId);
      },
      { threshold: STEPS },
    );
    observer.observe(card.current);
    return () => observer.disconnect();
  }, [approvalId]);
  return card;
}

function isBeforeEyes({
  isIntersecting,
  intersectionRatio,
  intersectionRect,
  rootBounds,
}: IntersectionObserverEntry) {
  const fills = rootBounds !== null && intersectionRect.height >= rootBounds.height / 2;
  return isIntersecting && (intersectionRatio >= 0.5 || fills);
}

/** The server records it once per person and card. */
export function noteShown(approvalId: string): void {
  const path = `/api/approvals/${encodeURIComponent(approvalId)}/shown`;
  fetch(path, { method: 'POST', keepalive: true }).catch(() => undefined);
}
