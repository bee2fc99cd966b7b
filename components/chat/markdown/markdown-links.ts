/** What stands in the place of an image: nothing is ever fetched. */
export function imageWords(src: string, alt: string): string {
  const host = URL.canParse(src) ? new URL(src).host : '';
  const words = ['image', alt.trim() === '' ? null : `: ${alt.trim()}`, host === '' ? null : `, ${host}`];
  return `[${words.filter((word) => word !== null).join('')}]`;
}
