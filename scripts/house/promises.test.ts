/** Every promise has an existing test, or says why it has none. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from './imports';
import { numbersOf, rowsOf, titlesOf } from './promises';

const read = (path: string) => readFileSync(path, 'utf8');
const rows = rowsOf(read('docs/promises.md'));
const numbers = numbersOf(read('docs/security-requirements.md'));
/**
 * Named in a library's documentation, but not its own on any registry: installing it would get somebody else's code.
 */
const LOOK_ALIKES = ['guarded-fetch'];

describe('the list of promises', () => {
  it('has every requirement, every fault and everything of sign-ins, and no other', () => {
    const counts = { R: 37, F: 13, M: 11, T: 10, S: 30 };
    for (const [sort, count] of Object.entries(counts)) {
      const all = Array.from({ length: count }, (_, at) => `${sort}${at + 1}`);
      expect(numbers.filter((one) => one.startsWith(sort))).toEqual(expect.arrayContaining(all));
      expect(numbers.filter((one) => one.startsWith(sort))).toHaveLength(count);
    }
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(numbers));
  });

  it('names tests that are there', () => {
    const missing = rows.filter(
      ({ file, test }) => file !== undefined && !(existsSync(file) && titlesOf(read(file)).has(test)),
    );
    expect(missing, 'Renamed or gone: mend the row in docs/promises.md').toEqual([]);
  });

  it('says why where there is none', () => {
    const none = rows.filter(({ file }) => file === undefined);
    for (const { test } of none) expect(test.length).toBeGreaterThan(20);
    // A promise without any tested part does not count.
    const tested = new Set(rows.flatMap(({ id, file }) => (file ? [id] : [])));
    const untested = numbers.filter((one) => !tested.has(one));
    expect(untested, 'Each needs a row with a test in docs/promises.md').toEqual([]);
    console.info(none.map(({ id, part, test }) => `${id}, ${part}: no test; ${test}`).join('\n'));
  });

  it('would notice', () => {
    const source = `it.each([1, 2])('is \\u2019 %s', () => {});\ntest('told', async () => {});\nf("x", 1);`;
    expect(titlesOf(source)).toEqual(new Set(['is \u2019 %s', 'told', 'x']));
    expect(rowsOf('| R1 | a | none | b |\n| S30 | c | `d.ts` | e |')).toEqual([
      { id: 'R1', part: 'a', file: undefined, test: 'b' },
      { id: 'S30', part: 'c', file: 'd.ts', test: 'e' },
    ]);
  });
});

it('comments name requirements that there are', () => {
  const named = sourceFiles('.').flatMap((file) =>
    [...read(file).matchAll(/(?:^\s*\*|\/\/|\/\*\*).*?\b(R\d{1,2})\b/gm)].map((match) => match[1] ?? ''),
  );
  expect(named.length).toBeGreaterThan(3);
  const unknown = named.filter((one) => !numbers.includes(one));
  expect(unknown, 'No such number in docs/security-requirements.md').toEqual([]);
});

it('no package is installed that only a look-alike has the name of', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, unknown> };
  const installed = Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, ''));
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.filter((name) => LOOK_ALIKES.includes(name))).toEqual([]);
});
