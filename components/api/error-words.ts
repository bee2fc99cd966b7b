/** A call's error for people: without the prefixes that programs add, and without advice to the model. */

/** `Error: `, once or several times: each layer may add its own. */
const PREFIXES = /^(?:\s*(?:[A-Z]\w*)?Error:)+\s*/;
const PREVIEW_PREFIX = /What "[^"\n]{1,200}" would do cannot be told:\s*/g;
/** "Use customers_list to find it." */
const ADVICE = /\s*\b(?:Use|Call) [a-z0-9]+(?:_[a-z0-9]+)+ (?:to|for) [^.\n]{1,200}\./g;

/** "Set the customer inactive with customer_update instead.", "Finalise it first with finalize_invoice." */
const BY_TOOL = /(\b[A-Z][^.\n]{1,200}?) with [a-z0-9]+(?:_[a-z0-9]+)+(?= instead\.|\.(?:\s|$)|, then )/g;

/**
 * @param trusted for an untrusted server, nothing that the model has read is left out
 * @returns the unchanged text if nothing else would be left
 */
export function errorWords(text: string, trusted: boolean): string {
  const bare = text.replace(PREFIXES, '');
  const words = trusted ? bare.replace(PREVIEW_PREFIX, '').replace(ADVICE, '').replace(BY_TOOL, '$1') : bare;
  return words.trim() === '' ? text : words.trim();
}
