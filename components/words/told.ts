/** What the server tells in English, as the page says it: see `toldIn`. */
import { currentLanguage } from './say';
import { toldIn } from './told-in';

/** @param text may hold names, which stand in it as they came, and sentences, which are said as well */
export function told<Text extends string | null>(text: Text): Text | string {
  return text === null ? text : toldIn(currentLanguage(), text);
}
