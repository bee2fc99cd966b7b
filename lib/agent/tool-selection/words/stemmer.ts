/** Words to stems, so that "listing", "lists" and "list" are one. */
import porter2 from 'wink-porter2-stemmer';

/** English words that the German ending would make another word of. */
const NOT_GERMAN = new Set(['listen', 'children', 'tokens', 'screen']);

/**
 * English endings go, and first the German plural's -en, which few English words end in.
 * @param word in small Latin letters without accents; anything else comes back as it is
 */
export function stemOf(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  const isGerman = word.length > 5 && word.endsWith('en') && !NOT_GERMAN.has(word);
  return porter2(isGerman ? word.slice(0, -2) : word);
}
