'use client';
import { useEffect, useState } from 'react';

/** The time, updated at intervals; null until hydration, since the server's clock differs. */
export function useNow(milliseconds: number): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
  return now;
}
