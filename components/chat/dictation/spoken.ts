/** Appends spoken words to the existing ones. */
export function withSpoken(text: string, words: string): string {
  return text === '' || /\s$/.test(text) ? text + words : `${text} ${words}`;
}
