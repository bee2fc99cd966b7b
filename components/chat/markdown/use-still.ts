'use client';
/** Whether a text in an answer has stopped growing: whatever processes the whole text waits for that. */
import { useEffect, useState } from 'react';

/** How long it must not have grown, in milliseconds. */
const STILL_MS = 200;

export function useStill(text: string): boolean {
  const [still, setStill] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setStill(text), STILL_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return still === text;
}
