'use client';
/** Words that a screen reader says once, when what they are about appears. */
import { useEffect, useState } from 'react';

/** Long enough for a screen reader to have taken the region in before its text changes, in milliseconds. */
const ANNOUNCE_AFTER = 150;

export function Announcement({ words }: { words: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(words), ANNOUNCE_AFTER);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  );
}
