'use client';
/** A time in the reader's own words and zone, with the exact one on hover. */
import { useSyncExternalStore } from 'react';
import { exactWords, momentInSentence, momentWords } from './say-time';

const never = () => () => undefined;

/** The server does not know the reader's zone: until the page has taken over, times are UTC. */
function useZone(): string | undefined {
  return useSyncExternalStore<string | undefined>(
    never,
    () => undefined,
    () => 'UTC',
  );
}

/** @param sentence with the little word a sentence needs before it: "at 14:02" */
export function Moment({ iso, sentence = false }: { iso: string; sentence?: boolean }) {
  const zone = useZone();
  const words = sentence ? momentInSentence : momentWords;
  return (
    // Midnight may lie between the server's rendering and the browser's.
    <time dateTime={iso} title={exactWords(iso, zone)} suppressHydrationWarning>
      {words(iso, new Date(), zone)}
    </time>
  );
}
