/** The README is compared with the tree: rooms, commands, pictures. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { policyTable } from './policy-table';

const readme = readFileSync('README.md', 'utf8');
const folders = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name);

describe('README', () => {
  it('lists the rooms that are there, and no others', () => {
    const section = readme.split('## Rooms')[1]?.split('\n## ')[0] ?? '';
    const listed = [...section.matchAll(/^\| `([^`]+)\/` \|/gm)].map((match) => match[1]);
    const left = new Set(['node_modules', 'test-results', 'playwright-report', 'coverage', 'lib']);
    const there = folders('.').filter((folder) => !left.has(folder));
    const inLib = folders('lib').map((folder) => `lib/${folder}`);
    expect(listed.sort()).toEqual([...there, ...inLib].sort());
  });

  it('names commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const named = [
      ...readme.matchAll(
        /npm (?:run )?(start|test:crash|test|dev|check|bench|smoke:model|verify-receipts)\b/g,
      ),
    ];
    expect(named.length).toBeGreaterThan(5);
    for (const [, name] of named) expect(Object.keys(scripts)).toContain(name);
  });

  it('prints the policy as the code decides it: npm run policy-table', () => {
    expect(readme).toContain(policyTable());
  });

  it('links to files that are there', () => {
    const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map((match) => match[1] ?? '');
    expect(links.length).toBeGreaterThan(1);
    for (const link of links) expect(existsSync(link), link).toBe(true);
  });
});
