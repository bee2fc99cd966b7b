'use client';
/** The dictation button, for people who have turned it on in this browser. */
import { type ReactNode, useEffect, useState } from 'react';
import { later } from '@/components/ui/later';
import { type Consent, readConsent } from './consent';

const DictateButton = later(() => import('./dictate-button').then((part) => part.DictateButton));

/** @returns the button, and what to say about it */
export function useDictation(
  personId: string,
  onWords: (words: string) => void,
): { button: ReactNode; says: string | null } {
  const [consent, setConsent] = useState<Consent | null>(null);
  const [says, setSays] = useState<string | null>(null);
  // The server does not know: it is stored in the browser.
  useEffect(() => setConsent(readConsent(personId)), [personId]);
  const button = consent && <DictateButton consent={consent} onWords={onWords} onSays={setSays} />;
  return { button, says };
}
