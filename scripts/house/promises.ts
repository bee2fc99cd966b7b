/** Reads the list of promises (`docs/promises.md`), their numbers, and the titles of tests. */

/** One row of the list; without a file there is no test, and `test` says why. */
export interface PromiseRow {
  /** A requirement (R1), a fault (F1), or, for sign-ins, a demand (M1), a threat (T1) or a hostile case (S1). */
  id: string;
  part: string;
  file?: string;
  test: string;
}

const ROW = /^\| ([RFMTS]\d+) \| (.+?) \| (none|`[^`]+`) \| (.+) \|$/gm;

export function rowsOf(list: string): PromiseRow[] {
  return [...list.matchAll(ROW)].map(([, id = '', part = '', file = '', test = '']) => ({
    id,
    part,
    test,
    file: file === 'none' ? undefined : file.slice(1, -1),
  }));
}

/** The numbers of promises: `- R1 ...`, `| F1 | ...`. */
export function numbersOf(requirements: string): string[] {
  return [...requirements.matchAll(/^(?:- |\| )([RFMTS]\d+)\b/gm)].map((match) => match[1] ?? '');
}

/** The first argument of a call, if it is a text like a test's title: `it('...'`, `test.each(rows)('...'`. */
const FIRST_TEXT = /\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)\s*,/g;

/** The titles of tests in a source text, escapes resolved. */
export function titlesOf(source: string): Set<string> {
  const texts = [...source.matchAll(FIRST_TEXT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
  return new Set(
    texts.map((text) =>
      text
        .replace(/\\u([0-9a-fA-F]{4})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
        .replace(/\\(['"`])/g, '$1'),
    ),
  );
}
