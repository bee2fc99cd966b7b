/**
 * Whether a person has turned dictation on, and what they have consented to: kept in this browser, which it concerns.
 */

/** `device`: audio stays here; `maker`: the browser's maker may receive it. */
export type Consent = 'device' | 'maker';

const keyOf = (personId: string) => `amber-dictation-${personId}`;

/** What this person has consented to in this browser; null: nothing, dictation is off. */
export function readConsent(personId: string): Consent | null {
  try {
    const kept = localStorage.getItem(keyOf(personId));
    return kept === 'device' || kept === 'maker' ? kept : null;
  } catch {
    // If the browser stores nothing, nothing is turned on.
    return null;
  }
}

/** @throws if the browser stores nothing */
export function keepConsent(personId: string, consent: Consent | null): void {
  if (consent === null) localStorage.removeItem(keyOf(personId));
  else localStorage.setItem(keyOf(personId), consent);
}
