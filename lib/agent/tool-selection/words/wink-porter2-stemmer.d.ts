/** The package comes without types. */
declare module 'wink-porter2-stemmer' {
  /** @param word in lower case */
  export default function stem(word: string): string;
}
