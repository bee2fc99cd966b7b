/** The server's English sentences in the language of the page: see `toldIn`. */
import { currentLanguage } from './say';
import { toldIn } from './told-in';

/** @param text may contain names, which are kept as they came, and sentences, which are translated as well */
export function told<Text extends string | null>(text: Text): Text | string {
  return text === null ? text : toldIn(currentLanguage(), text);
}
