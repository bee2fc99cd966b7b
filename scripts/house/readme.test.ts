/** The README is short, and names existing commands. Its links are checked with those of the other documents. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const readme = readFileSync('README.md', 'utf8');

describe('README', () => {
  it('has at most 100 lines', () => {
    expect(readme.split('\n').length - 1).toBeLessThanOrEqual(100);
  });

  it('names commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const named = [...readme.matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
      ([, run, short]) => run ?? short ?? '',
    );
    expect(named.length).toBeGreaterThan(5);
    for (const name of named) expect(Object.keys(scripts)).toContain(name);
  });

  it('shows the main story as a moving picture that is small, ends, and is told in words as well', () => {
    const [, words = '', path = ''] = /!\[([^\]]+)\]\((docs\/[^)]+\.webp)\)/.exec(readme) ?? [];
    expect(words.split(' ').length).toBeGreaterThan(8);
    const picture = readFileSync(path);
    expect(picture.subarray(8, 12).toString()).toBe('WEBP');
    expect(picture.length).toBeLessThan(1_500_000);
    // The frames in the container, and the number of loops: 0 would be endless.
    const frames = picture.toString('latin1').split('ANMF').length - 1;
    expect(frames).toBeGreaterThanOrEqual(4);
    expect(picture.readUInt16LE(picture.indexOf('ANIM') + 12)).toBeGreaterThan(0);
  });

  it('links to every page of docs', () => {
    const links = new Set([...readme.matchAll(/\]\(docs\/([^)#]+)\)/g)].map((match) => match[1]));
    const pages = readdirSync('docs').filter((name) => !name.startsWith('.'));
    const unlinked = pages.filter((page) => !links.has(page));
    expect(unlinked, 'README.md, Documentation, links to every page of docs').toEqual([]);
  });
});
