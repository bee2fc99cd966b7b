/**
 * Translates the server's English sentences that programs and models read as well: the reasons of the policy, errors of
 * routes, notices. The page knows those sentences and shows them in its own language. Unknown ones stay as they are.
 */
import type { CompiledMessage } from 'icu-minify/format';
import { type Language, put } from './language';

interface Pattern {
  sentence: string;
  whole: RegExp;
  names: string[];
}

type Messages = Readonly<Record<string, CompiledMessage>>;

/** In UTF-16 units; no sentence of ours is longer. */
const LONGEST = 1000;

/** By the messages of a language: compiled once per page load. */
const patterns = new WeakMap<Messages, Pattern[]>();

/** @param text may contain names, which are kept as they came, and sentences, which are translated as well */
export function toldIn(language: Language, text: string): string {
  if (Object.hasOwn(language.messages, text)) return put(language, text);
  // Text of other servers may be long, and is not ours.
  if (text.length > LONGEST) return text;
  for (const { sentence, whole, names } of patternsIn(language.messages)) {
    const found = whole.exec(text);
    if (!found) continue;
    const values = names.map((name, place) => [name, toldIn(language, found[place + 1] ?? '')] as const);
    return put(language, sentence, Object.fromEntries(values));
  }
  return text;
}

function patternsIn(messages: Messages): Pattern[] {
  const known = patterns.get(messages);
  if (known) return known;
  // Keys of our own words contain no spaces; sentences do.
  const made = Object.keys(messages).flatMap((sentence) =>
    / .*\{|\{.* /.test(sentence) ? patternOf(sentence) : [],
  );
  patterns.set(messages, made);
  return made;
}

/** Turns `Nobody could confirm it: {why}.` into a pattern that matches the sentence with anything in that place. */
function patternOf(sentence: string): Pattern {
  const parts = sentence.split(/\{(\w+)\}/);
  const names = parts.filter((_, place) => place % 2 === 1);
  const fixed = parts
    .filter((_, place) => place % 2 === 0)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return { sentence, whole: new RegExp(`^${fixed.join('([\\s\\S]{1,500}?)')}$`), names };
}
