'use client';
/**
 * Marks the end of opened content, and reports once that it has come into view: behind a composer it does not count as
 * seen.
 */
import { useEffect, useEffectEvent, useRef } from 'react';

/** @param onSeen called at once if the browser cannot observe what is in view */
export function SeenEnd({ onSeen }: { onSeen: (() => void) | undefined }) {
  const end = useRef<HTMLDivElement>(null);
  const seen = useEffectEvent(() => onSeen?.());
  useEffect(() => {
    if (!end.current || typeof IntersectionObserver === 'undefined') return seen();
    const show = () => end.current?.scrollIntoView({ block: 'nearest' });
    const observer = new IntersectionObserver(
      (entries) => {
        // The page may have shifted under what was shown: it scrolls once more, and from then on only the person
        // scrolls.
        if (!entries.some((entry) => entry.isIntersecting)) return show();
        observer.disconnect();
        seen();
      },
      { threshold: 1 },
    );
    observer.observe(end.current);
    show();
    return () => observer.disconnect();
  }, []);
  return <div ref={end} aria-hidden data-end className="h-px scroll-mb-3" />;
}
