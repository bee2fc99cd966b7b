/** Words to stems, so that "listing", "lists" and "list" are one. */
import porter2 from 'wink-porter2-stemmer';

/** English words that removing the German ending would turn into another word. */
const NOT_GERMAN = new Set(['listen', 'children', 'tokens', 'screen']);

/**
 * Removes English endings, and before that the German plural's -en, which few English words end in.
 * @param word in lower-case Latin letters without accents; anything else is returned unchanged
 */
export function stemOf(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  const isGerman = word.length > 5 && word.endsWith('en') && !NOT_GERMAN.has(word);
  return porter2(isGerman ? word.slice(0, -2) : word);
}
