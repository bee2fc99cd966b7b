/** A question proposed by something on the page: it is put into the composer, where the person may send it, or not. */

const EVENT = 'amber:proposed-question';
const LONGEST = 200;

/** @param text may come from a server: only its visible characters are used, on one line */
export function proposeQuestion(text: string): void {
  const seen = text
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST);
  window.dispatchEvent(new CustomEvent(EVENT, { detail: seen.toWellFormed() }));
}

/** @returns removes the listener */
export function onProposedQuestion(listener: (text: string) => void): () => void {
  const hear = (event: Event) => listener(String((event as CustomEvent).detail));
  window.addEventListener(EVENT, hear);
  return () => window.removeEventListener(EVENT, hear);
}
