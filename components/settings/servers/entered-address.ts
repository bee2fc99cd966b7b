/** An address as people write it: without a scheme it is meant to be https. Pure. */
export function withScheme(address: string): string {
  const text = address.trim();
  return text === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
}
