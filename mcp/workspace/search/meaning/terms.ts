/**
 * Normalises words of code and of questions about it: `getUserNames`, `user_name` and "names of users" share their
 * terms.
 */

const STOP = new Set(
  'the and for are with that this from what where which how does did not was were has have had can could should would there their into when who why its is in of to on at by or as an be it we do if'.split(
    ' ',
  ),
);
const MOST = 40;

export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (word.length > 200) continue;
    const parts = word.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
    for (const part of parts) add(terms, part);
    // The whole word as well, for those who know the exact name.
    if (parts.length > 1) add(terms, word);
  }
  return terms;
}

function add(terms: string[], word: string): void {
  const term = stemOf(word.toLowerCase());
  if (term.length > 1 && term.length <= MOST && !STOP.has(term)) terms.push(term);
}

/** Strips plurals and the two commonest verb endings, no more: names are not prose. */
function stemOf(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3);
  if (word.length > 4 && word.endsWith('ed')) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1);
  return word;
}
