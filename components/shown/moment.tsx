'use client';
/** A time in the reader's language and zone, with the exact one on hover. */
import { useSyncExternalStore } from 'react';
import { zoneOfPage } from '../words/say';
import { exactMinute, exactWords, momentInSentence, momentWords } from './say-time';

const never = () => () => undefined;

/** Until hydration, times are in the zone that the browser reported on an earlier visit, or else in UTC. */
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
  /** With the preposition that a sentence needs: "at 14:02". */
  sentence?: boolean;
  /** On hover in UTC, as servers write their logs, rather than in the reader's zone. */
  utc?: boolean;
  /** Always with the date: a printed page is read later. */
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
