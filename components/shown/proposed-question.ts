/** A question that something on the page proposes: it stands in the composer, where a person reads it and sends it, or not. */

const EVENT = 'amber:proposed-question';
const LONGEST = 200;

/** @param text of a server too: only what can be seen of it, on one line */
export function proposeQuestion(text: string): void {
  const seen = text
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST);
  window.dispatchEvent(new CustomEvent(EVENT, { detail: seen.toWellFormed() }));
}

/** @returns how to stop listening */
export function onProposedQuestion(listener: (text: string) => void): () => void {
  const hear = (event: Event) => listener(String((event as CustomEvent).detail));
  window.addEventListener(EVENT, hear);
  return () => window.removeEventListener(EVENT, hear);
}
