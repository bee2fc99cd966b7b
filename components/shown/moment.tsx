'use client';
/** A time in the reader's own words and zone, with the exact one on hover. */
import { useSyncExternalStore } from 'react';
import { zoneOfPage } from '../words/say';
import { exactMinute, exactWords, momentInSentence, momentWords } from './say-time';

const never = () => () => undefined;

/** Until the page has taken over, times are in the zone that its browser told at an earlier visit, or else in UTC. */
function useZone(): string | undefined {
  const told = zoneOfPage() ?? 'UTC';
  return useSyncExternalStore<string | undefined>(
    never,
    () => undefined,
    () => told,
  );
}

interface MomentProps {
  /** ISO 8601, UTC. */
  iso: string;
  /** With the little word a sentence needs before it: "at 14:02". */
  sentence?: boolean;
  /** On hover in UTC, as servers write their logs, rather than in the reader's zone. */
  utc?: boolean;
  /** With its day, whichever day the reader has: what is printed is read later. */
  dated?: boolean;
}

export function Moment({ iso, sentence = false, utc = false, dated = false }: MomentProps) {
  const zone = useZone();
  const words = sentence ? momentInSentence : momentWords;
  return (
    // Midnight may lie between the server's rendering and the browser's.
    <time dateTime={iso} title={exactWords(iso, utc ? 'UTC' : zone)} suppressHydrationWarning>
      {dated ? exactMinute(iso, zone) : words(iso, new Date(), zone)}
    </time>
  );
}
