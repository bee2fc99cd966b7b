/** Whether a client's id is the address of its metadata document. */
export function isDocument(clientId: string): boolean {
  const url = URL.parse(clientId);
  if (url?.protocol !== 'https:' || clientId.length > 1_000) return false;
  // Another spelling of the same address would be another client with the same document.
  const isPlain = url.href === clientId && url.username === '' && url.password === '' && url.hash === '';
  return isPlain && url.pathname !== '/' && !clientId.includes('#');
}
