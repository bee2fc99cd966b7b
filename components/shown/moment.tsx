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

interface MomentProps {
  /** ISO 8601, UTC. */
  iso: string;
  /** With the little word a sentence needs before it: "at 14:02". */
  sentence?: boolean;
  /** On hover in UTC, as servers write their logs, rather than in the reader's zone. */
  utc?: boolean;
}

export function Moment({ iso, sentence = false, utc = false }: MomentProps) {
  const zone = useZone();
  const words = sentence ? momentInSentence : momentWords;
  return (
    // Midnight may lie between the server's rendering and the browser's.
    <time dateTime={iso} title={exactWords(iso, utc ? 'UTC' : zone)} suppressHydrationWarning>
      {words(iso, new Date(), zone)}
    </time>
  );
}
