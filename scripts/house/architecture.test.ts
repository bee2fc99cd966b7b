/** docs/architecture.md names only existing files and functions. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { purposesOf, reduced, withPicture } from './rooms-picture';

const read = (path: string) => readFileSync(path, 'utf8');
const document = read('docs/architecture.md');

/** `name` in `file`: the name is declared there, as a function, a method, a type or a value. */
const PLACES = [...document.matchAll(/`(\w+)`(?: reads it)? in\s+`([\w./()[\]-]+)`/g)].map(
  ([, name = '', file = '']) => ({ name, file }),
);
const declares = (source: string, name: string) =>
  new RegExp(
    `\\b(?:function\\*?|const|class|interface|type)\\s+${name}\\b|^ +(?:(?:private|async|static) )*${name}\\(`,
    'm',
  ).test(source);

describe('docs/architecture.md', () => {
  it('names files that are there', () => {
    const paths = [...document.matchAll(/`((?:app|components|lib|mcp|db|e2e|scripts)\/[^`\s]+)`/g)].map(
      ([, path = '']) => path,
    );
    const named = paths.filter((path) => !/NAME|PATH/.test(path));
    expect(named.length).toBeGreaterThan(60);
    const gone = named.filter((path) => !existsSync(path));
    expect(gone, 'Moved or gone: mend docs/architecture.md').toEqual([]);
  });

  it('names functions, types and values that are there', () => {
    expect(PLACES.length).toBeGreaterThan(5);
    const missing = PLACES.filter(({ name, file }) => !(existsSync(file) && declares(read(file), name)));
    expect(missing, 'Renamed or moved: mend docs/architecture.md').toEqual([]);
  });

  it('shows the rooms as they use each other now: npm run rooms-picture', () => {
    expect(purposesOf(document).size).toBeGreaterThan(25);
    expect(document, 'The picture is old: npm run rooms-picture draws it again.').toBe(
      withPicture(document, '.'),
    );
  });

  it('would notice', () => {
    expect(declares('export async function tell() {}', 'tell')).toBe(true);
    expect(declares('  private async ways() {}', 'ways')).toBe(true);
    expect(declares('// tell\ntelling();', 'tell')).toBe(false);
    const arrows = [
      ['a', 'b'],
      ['b', 'c'],
      ['a', 'c'],
    ] as const;
    expect(reduced([...arrows])).toEqual([
      ['a', 'b'],
      ['b', 'c'],
    ]);
  });
});
