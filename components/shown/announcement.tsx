'use client';
/** Text that a screen reader announces once, when the element appears. */
import { useEffect, useState } from 'react';

/** Long enough for a screen reader to have registered the region before its text changes, in milliseconds. */
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
