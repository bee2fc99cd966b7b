'use client';
/** Marks the end of opened content, and tells once when it has come into view: under a composer nobody sees it. */
import { useEffect, useEffectEvent, useRef } from 'react';

/** @param onSeen called at once where the browser cannot tell what is in view */
export function SeenEnd({ onSeen }: { onSeen: (() => void) | undefined }) {
  const end = useRef<HTMLDivElement>(null);
  const seen = useEffectEvent(() => onSeen?.());
  useEffect(() => {
    if (!end.current || typeof IntersectionObserver === 'undefined') return seen();
    const show = () => end.current?.scrollIntoView({ block: 'nearest' });
    const observer = new IntersectionObserver(
      (entries) => {
        // The page may have moved under what was shown: once more, then it is the person who scrolls.
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
