'use client';
import { useEffect, useState } from 'react';

/** True once `wanted` has held for that long: a brief wait shows no indicator. */
export function useDelayed(wanted: boolean, milliseconds = 300): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(() => setDue(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [wanted, milliseconds]);
  return wanted && isDue;
}
