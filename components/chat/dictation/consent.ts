/** Whether a person has turned dictation on, and what they have agreed to by that: kept in this browser, which it is about. */

/** `device`: the sound stays here; `maker`: the browser's maker may get it. */
export type Consent = 'device' | 'maker';

const keyOf = (personId: string) => `amber-dictation-${personId}`;

/** What this person has agreed to in this browser; null: nothing, dictation is off. */
export function readConsent(personId: string): Consent | null {
  try {
    const kept = localStorage.getItem(keyOf(personId));
    return kept === 'device' || kept === 'maker' ? kept : null;
  } catch {
    // A browser that keeps nothing has nothing turned on.
    return null;
  }
}

/** @throws where the browser keeps nothing */
export function keepConsent(personId: string, consent: Consent | null): void {
  if (consent === null) localStorage.removeItem(keyOf(personId));
  else localStorage.setItem(keyOf(personId), consent);
}
