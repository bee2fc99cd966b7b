/** Gives something that the page has made to the browser as a download: nothing leaves the machine. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = safeName(name);
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** `invoices_list` and `listInvoices` as "invoices": what the rows are, not what was done. */
export function stemOf(tool: string): string {
  const words = tool
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split(/[^a-z\d]+/);
  const things = words.filter(
    (word) => word !== '' && !/^(?:list|get|search|find|show|read|fetch|query|all)$/.test(word),
  );
  return things.join('-') || tool;
}

/** With the day, to find it again: "invoices-2026-11-27.csv". */
export function dayNamed(stem: string, ending: string, now = new Date()): string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${safeName(stem)}-${day.join('-')}.${ending}`;
}

/** Valid as a file name on every system. */
export function safeName(name: string): string {
  const [, stem = name, ending = ''] = /^(.*?)(\.\w{1,5})?$/su.exec(name) ?? [];
  const plain = stem
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${plain || 'result'}${ending}`;
}
