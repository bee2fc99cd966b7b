'use client';
/** Whether a text of an answer stands still: what reads the whole of it each time waits for that. */
import { useEffect, useState } from 'react';

/** It has not grown for so long, in milliseconds. */
const STILL_MS = 200;

export function useStill(text: string): boolean {
  const [still, setStill] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setStill(text), STILL_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return still === text;
}
