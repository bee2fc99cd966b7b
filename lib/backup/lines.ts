/** Splits text at line feeds only: Node's own reader also splits at U+2028, which people's words may contain. */
import { StringDecoder } from 'node:string_decoder';

export async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let begun: string[] = [];
  for await (const piece of source) {
    const texts = decoder.write(piece).split('\n');
    for (const text of texts.slice(0, -1)) {
      yield begun.join('') + text;
      begun = [];
    }
    begun.push(texts.at(-1) ?? '');
  }
  const rest = begun.join('') + decoder.end();
  if (rest !== '') yield rest;
}
