/** Hands something that the page has made to the browser as a download: nothing leaves the machine. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = safeName(name);
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** What every system takes as a name of a file. */
export function safeName(name: string): string {
  const [, stem = name, ending = ''] = /^(.*?)(\.\w{1,5})?$/su.exec(name) ?? [];
  const plain = stem
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${plain || 'result'}${ending}`;
}
