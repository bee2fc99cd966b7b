/** Whoever goes elsewhere while something on the page is not saved is asked first. */

/** Is handed the way on: it goes by calling that. */
type Asked = (go: () => void) => void;

let asks: Asked | null = null;

/** @returns ends it */
export function askBeforeLeaving(ask: Asked): () => void {
  asks = ask;
  return () => {
    if (asks === ask) asks = null;
  };
}

/** Goes, or has the page ask. */
export function leave(go: () => void): void {
  if (asks) asks(go);
  else go();
}
