/** Spoken words behind those that stand there. */
export function withSpoken(text: string, words: string): string {
  return text === '' || /\s$/.test(text) ? text + words : `${text} ${words}`;
}
