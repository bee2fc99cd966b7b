'use client';
import { useEffect, useRef } from 'react';
import { takeFocusOver } from './take-focus';

/** A card that was answered with the keyboard passes its focus to the line that replaces it. */
export function useFocusHandover(isAnswered: boolean) {
  const opener = useRef<HTMLButtonElement>(null);
  const answeredHere = useRef(false);
  const note = <Answer>(answer: Answer): Answer => {
    answeredHere.current = true;
    return answer;
  };
  useEffect(() => {
    if (!answeredHere.current || !isAnswered) return;
    answeredHere.current = false;
    takeFocusOver(opener.current);
  }, [isAnswered]);
  return { opener, note };
}
