/** The package brings no types. */
declare module 'wink-porter2-stemmer' {
  /** @param word in small letters */
  export default function stem(word: string): string;
}
