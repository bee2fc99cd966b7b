/** The plain text of an answer without its Markdown, for a line or two. Pure. */

/** Keeps every character that is not Markdown markup; the beginning may have been cut off in the middle of a mark. */
export function plainWords(markdown: string): string {
  const lines = markdown
    .split('\n')
    .filter((line) => !/^\s*\|?(?:\s*:?-{2,}:?\s*\|)+\s*(?::?-{2,}:?)?\s*$/.test(line));
  return lines.map(plainLine).join('\n');
}

/** Escaped marks, which are kept aside while the rest is stripped. */
const ESCAPED = /\\([\\`*_[\]<>|~$!#+.-])/g;

function plainLine(line: string): string {
  const kept: string[] = [];
  const put = (text: string) => `\u0000${kept.push(text) - 1}\u0000`;
  const bare = line
    .replace(ESCAPED, (_, mark: string) => put(mark))
    .replace(/^\s*(?:#{1,6}|>|[-*+])\s+/, '')
    .replace(/^\s*\|\s*/, '')
    .replace(/\s*\|\s*$/, '')
    .replace(/\s*\|\s*/g, ', ')
    .replace(/\[([^\][]*)\]\([^()\s]*\)/g, '$1')
    .replace(/\*{1,3}|`+|~~|(?<![\p{L}\p{N}])_{1,2}(?=\S)|(?<=\S)_{1,2}(?![\p{L}\p{N}])/gu, '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what stands between them was put there above
  return bare.replace(/\u0000(\d+)\u0000/g, (whole, at: string) => kept[Number(at)] ?? whole);
}
