/** People who navigate away while there are unsaved changes are asked first. */

/** Receives the continuation, and calls it to go on. */
type Asked = (go: () => void) => void;

let asks: Asked | null = null;

/** @returns stops asking */
export function askBeforeLeaving(ask: Asked): () => void {
  asks = ask;
  return () => {
    if (asks === ask) asks = null;
  };
}

/** Navigates, or has the page ask first. */
export function leave(go: () => void): void {
  if (asks) asks(go);
  else go();
}
