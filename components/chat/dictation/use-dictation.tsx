'use client';
/** The button for dictation, for those who have turned it on in this browser. */
import { type ReactNode, useEffect, useState } from 'react';
import { later } from '@/components/ui/later';
import { type Consent, readConsent } from './consent';

const DictateButton = later(() => import('./dictate-button').then((part) => part.DictateButton));

/** @returns the button, and what is to be said of it */
export function useDictation(
  personId: string,
  onWords: (words: string) => void,
): { button: ReactNode; says: string | null } {
  const [consent, setConsent] = useState<Consent | null>(null);
  const [says, setSays] = useState<string | null>(null);
  // The server does not know: it is kept in the browser.
  useEffect(() => setConsent(readConsent(personId)), [personId]);
  const button = consent && <DictateButton consent={consent} onWords={onWords} onSays={setSays} />;
  return { button, says };
}
