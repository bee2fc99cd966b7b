/**
 * The hostile cases are complete: as many as their README says, without hidden characters in the files, and every
 * source with its licence.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseFile, casesOf, textsOf } from './cases';

const FOLDER = join(import.meta.dirname, 'cases');
const readme = caseFile('README.md');
const counted = new Map(
  [...readme.matchAll(/^\| (\d\d-[\w-]+) \| (\d+) \|/gm)].map((row) => [row[1], Number(row[2])]),
);
const files = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => name.slice(0, -'.jsonl'.length));
/** For cases that do not come from another project. */
const OURS = 'handmade';

function sourcesOf(file: string): string[] {
  const named = casesOf(file).map((one) => (one as { source?: { name?: string } | string }).source);
  return named.flatMap((source) => (typeof source === 'object' && source.name ? [source.name] : []));
}

describe('the hostile cases', () => {
  it('are as many as their README says', () => {
    expect(Object.fromEntries(files.map((file) => [file, casesOf(file).length]))).toEqual(
      Object.fromEntries(counted),
    );
    expect(files).toHaveLength(10);
  });

  it.each(files)('%s holds no character that is not seen: all are escaped', (file) => {
    expect(caseFile(`${file}.jsonl`)).toMatch(/^[\n -~]*$/);
    expect(new Set(casesOf(file).map(({ id }) => id)).size).toBe(casesOf(file).length);
  });

  it('come each with the licence of their source', () => {
    const names = new Set(files.flatMap(sourcesOf).filter((name) => name !== OURS));
    expect(names.size).toBeGreaterThan(8);
    for (const name of names) {
      const licence = `licences/${name.replace(/\(.*/, '').replace('/', '-')}.txt`;
      expect(readme).toContain(licence);
      const text = readFileSync(join(FOLDER, licence), 'utf8');
      expect(text).toMatch(/Copyright/);
      expect(text).toMatch(/Permission is hereby granted|Apache-2\.0/);
    }
  });

  it('would be missed', () => {
    expect(() => casesOf('no-such-file')).toThrow();
    expect(textsOf('06-unicode-deception').length).toBeGreaterThan(50);
  });
});
