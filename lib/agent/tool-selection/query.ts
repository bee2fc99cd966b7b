/** A message as a query to the index: as a whole, and by sentences. Bounded. */

import { MAX_MESSAGE, MAX_QUERY } from './settings';
import { type Related, relatedTo } from './words/related-words';
import { joinedOf, termsOf } from './words/words';

/** A word of the message, and words that stand for it. */
export interface Concept {
  term: string;
  related: readonly Related[];
}

export interface Query {
  whole: readonly Concept[];
  /** None for a message of one sentence. */
  sentences: readonly (readonly Concept[])[];
}

/** A sentence with a single word adds nothing to the whole message. */
const LEAST_WORDS = 2;

/** @param message of any length; of a long one, `MAX_MESSAGE` is read */
export function queryOf(message: string): Query {
  const text = bounded(message);
  const sentences = sentencesOf(text);
  return { whole: conceptsOf(text), sentences: sentences.length > 1 ? sentences : [] };
}

/** The beginning and the end of a text: the request precedes or follows whatever was pasted. */
export function bounded(message: string, { start, end } = MAX_MESSAGE): string {
  if (message.length <= start + end) return message;
  return `${message.slice(0, start)} ${message.slice(-end)}`;
}

function sentencesOf(text: string): (readonly Concept[])[] {
  const sentences: (readonly Concept[])[] = [];
  for (const sentence of text.split(/[.;!?](?=\s)|[\n。！？；]/)) {
    const concepts = conceptsOf(sentence);
    if (concepts.length >= LEAST_WORDS) sentences.push(concepts);
    if (sentences.length >= MAX_QUERY.sentences) break;
  }
  return sentences;
}

/** Each word once, in order. */
export function conceptsOf(text: string): readonly Concept[] {
  const terms = [...new Set([...termsOf(text), ...joinedOf(text)])].slice(0, MAX_QUERY.words);
  return terms.map((term) => ({ term, related: relatedTo(term) }));
}
