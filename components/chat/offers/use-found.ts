'use client';
/**
 * What matches the typed text. A complete list is searched here; one that was cut is requested again, a moment after
 * the last key. Requests that nobody waits for any more are aborted.
 */
import { useEffect, useState } from 'react';
import { wordsOf } from '@/components/api/api';
import { fits, type Offer, type OfferList } from '@/lib/offerings/offering-view';
import { findOffers } from './offers-api';
import type { Trigger } from './trigger';

/** In milliseconds. */
const PAUSE_MS = 200;

export interface Found {
  offers: Offer[];
  isLooking: boolean;
  more: boolean;
  silent: OfferList['silent'];
  problem: string | null;
}

interface Known extends OfferList {
  kind: Trigger['kind'];
  query: string;
}

export function useFound({ kind, query }: Pick<Trigger, 'kind' | 'query'>): Found {
  const [known, setKnown] = useState<Known | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isOfKind = known?.kind === kind;
  // The matches for fewer words include all those for more of them, unless they were cut.
  const holds = isOfKind && (known.query === query || (!known.more && query.startsWith(known.query)));
  useEffect(() => {
    if (holds) return;
    const gone = new AbortController();
    const ask = async () => {
      try {
        const list = await findOffers(kind, query, gone.signal);
        setKnown({ ...list, kind, query });
        setProblem(null);
      } catch (error) {
        if (!gone.signal.aborted) setProblem(wordsOf(error));
      }
    };
    const timer = setTimeout(ask, isOfKind ? PAUSE_MS : 0);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [holds, isOfKind, kind, query]);
  const offers = isOfKind ? known.offers.filter((offer) => fits(offer, query)) : [];
  const isLooking = !holds && problem === null;
  return { offers, isLooking, more: isOfKind && known.more, silent: isOfKind ? known.silent : [], problem };
}
