/** A call's error as a person reads it: without what programs put before it, or advise the model. */

/** `Error: `, once or more often: each layer that an error goes through may add its own. */
const PREFIXES = /^(?:\s*(?:[A-Z]\w*)?Error:)+\s*/;
const PREVIEW_PREFIX = /What "[^"\n]{1,200}" would do cannot be told:\s*/g;
/** "Use customers_list to find it." */
const ADVICE = /\s*\b(?:Use|Call) [a-z0-9]+(?:_[a-z0-9]+)+ (?:to|for) [^.\n]{1,200}\./g;

/** "Set the customer inactive with customer_update instead.", "Finalise it first with finalize_invoice." */
const BY_TOOL = /(\b[A-Z][^.\n]{1,200}?) with [a-z0-9]+(?:_[a-z0-9]+)+(?= instead\.|\.(?:\s|$)|, then )/g;

/**
 * @param trusted of an untrusted server's words none that the model has read is left out
 * @returns the text as it is when nothing else would be left
 */
export function errorWords(text: string, trusted: boolean): string {
  const bare = text.replace(PREFIXES, '');
  const words = trusted ? bare.replace(PREVIEW_PREFIX, '').replace(ADVICE, '').replace(BY_TOOL, '$1') : bare;
  return words.trim() === '' ? text : words.trim();
}
