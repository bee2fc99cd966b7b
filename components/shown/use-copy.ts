'use client';
/** A button that copies, and shows for a moment whether it has. */
import { useState } from 'react';
import { say } from '@/components/words/say';

const SAID_FOR_MS = 2000;

/** @param idle its usual label */
export function useCopy(idle: string) {
  const [said, setSaid] = useState(idle);
  const copy = async (text: string) => {
    try {
      // It exists only on https and localhost, and may be refused.
      await navigator.clipboard.writeText(text);
      setSaid(say('results.chart.copied'));
    } catch {
      setSaid(say('value.not-copied'));
    }
    setTimeout(() => setSaid(idle), SAID_FOR_MS);
  };
  return { said, copy };
}
