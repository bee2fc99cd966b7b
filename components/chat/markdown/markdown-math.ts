/**
 * Formulas as models write them. `\[ … \]` and `\( … \)` become the `$$` that the parser knows; a single dollar never
 * begins a formula, since answers here are full of prices.
 */

/** Code stays unchanged: fences, indented or not, and spans. */
const CODE =
  /(^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\2[`~]*[ \t]*$|(?![\s\S]))|(`+)(?!`)[^\n]*?[^`\n]\3(?!`))/m;
const BLOCK = /^([ \t]*)\\\[[ \t]*\n?([\s\S]+?)\n?[ \t]*\\\][ \t]*$/gm;
const INLINE = /(?<!\\)\\\(([^\n]+?)\\\)/g;

export function withMathMarks(text: string): string {
  if (!text.includes('\\(') && !text.includes('\\[')) return text;
  return apartFromCode(text)
    .map(({ words, isCode }) => (isCode ? words : marked(words)))
    .join('');
}

function marked(words: string): string {
  return words
    .replace(BLOCK, (whole, indent: string, formula: string) =>
      formula.includes('\n\n') || formula.includes('$$')
        ? whole
        : `${indent}$$\n${formula.trim()}\n${indent}$$`,
    )
    .replace(INLINE, (whole, formula: string) => (formula.includes('$') ? whole : `$$${formula.trim()}$$`));
}

function apartFromCode(text: string): { words: string; isCode: boolean }[] {
  const pieces: { words: string; isCode: boolean }[] = [];
  let rest = text;
  for (let found = CODE.exec(rest); found; found = CODE.exec(rest)) {
    const [code] = found;
    pieces.push({ words: rest.slice(0, found.index), isCode: false }, { words: code, isCode: true });
    rest = rest.slice(found.index + code.length);
  }
  return [...pieces, { words: rest, isCode: false }];
}
