/** The README is short, and names commands that are there. What it links to is looked at with the other documents. */
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

  it('links to every page of docs', () => {
    const links = new Set([...readme.matchAll(/\]\(docs\/([^)#]+)\)/g)].map((match) => match[1]));
    const pages = readdirSync('docs').filter((name) => !name.startsWith('.'));
    expect(pages.filter((page) => !links.has(page))).toEqual([]);
  });
});
