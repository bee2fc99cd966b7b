/** What stands beside the README is true as well: settings, links, words of the house. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { foreignVariable, readEnv } from '@/lib/env';

const read = (path: string) => readFileSync(path, 'utf8');

/** The names that the schema of the settings has. */
const SETTINGS = [
  ...(/const SCHEMA = z\.object\(\{\n([\s\S]*?)\n\}\);/.exec(read('lib/env.ts'))?.[1] ?? '').matchAll(
    /^ {2}([A-Z_]+):/gm,
  ),
].map((match) => match[1] ?? '');

describe('.env.example', () => {
  const settings = [...read('.env.example').matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );
  const names = settings.map(([name]) => name);

  it('has every setting that is read, once, and no other', () => {
    expect(names.toSorted()).toEqual(SETTINGS.toSorted());
    // The reader itself: what is a setting of ours is given to no server.
    for (const name of names) vi.stubEnv(name, 'set');
    expect(names.filter((name) => foreignVariable(name) !== undefined)).toEqual([]);
    vi.unstubAllEnvs();
  });

  it('has values that would be taken', () => {
    // The one that must be a file's path: there is none until somebody writes it.
    const given = { ...Object.fromEntries(settings), AMBER_MCP_CONFIG: 'package.json' };
    expect(() => readEnv(given)).not.toThrow();
  });

  it('has the settings of the README', () => {
    const section = read('README.md').split('## Settings')[1]?.split('\n## ')[0] ?? '';
    const rows = section.split('\n').flatMap((line) => /^\| (`[A-Z`_, ]+`) \|/.exec(line)?.[1] ?? []);
    const told = rows.flatMap((row) => [...row.matchAll(/`([A-Z_]+)`/g)].map((match) => match[1] ?? ''));
    expect(told.sort()).toEqual(SETTINGS.toSorted());
  });
});

describe('documents', () => {
  const below = (folder: string) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name));
  const documents = ['.', 'docs', 'docs/decisions', 'e2e/cases', '.github', '.github/ISSUE_TEMPLATE'].flatMap(
    below,
  );

  it.each(documents)('%s links to files that are there', (document) => {
    const links = [...read(document).matchAll(/\]\(([^)#\s]+)\)/g)].map((match) => match[1] ?? '');
    const local = links.filter((link) => !/^(?:https?|mailto):/.test(link));
    expect(local.filter((link) => !existsSync(join(dirname(document), link)))).toEqual([]);
  });

  it('the changelog has what is unreleased at its top', () => {
    expect(/^## (.*)$/m.exec(read('CHANGELOG.md'))?.[1]).toBe('[Unreleased]');
  });
});

describe('the glossary', () => {
  const lines = read('docs/glossary.md').split('\n');
  const rows = lines.filter((line) => /^\| (?!word|---)/.test(line));

  it('is short, and in the order of the alphabet', () => {
    expect(lines.length).toBeLessThanOrEqual(80);
    const words = rows.map((row) => row.split('|')[1]?.trim() ?? '');
    expect(words).toEqual(words.toSorted((a, b) => a.localeCompare(b, 'en')));
  });

  it('names files that are there', () => {
    const files = rows.flatMap((row) => [...row.matchAll(/`([\w./-]+)`/g)].map((match) => match[1] ?? ''));
    expect(files.length).toBeGreaterThan(rows.length - 1);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });
});
