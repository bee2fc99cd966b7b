/**
 * The statements of the documents are compared with the tree: settings, rooms, routes, the policy, links, the glossary.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { foreignVariable, readEnv } from '@/lib/env';
import { sourceFiles } from './imports';
import { policyTable } from './policy-table';
import { workspaceTable } from './workspace-table';

const read = (path: string) => readFileSync(path, 'utf8');

/** The names in the schema of the settings, including those in files of their own. */
const SCHEMA = /const SCHEMA = z\.object\(\{\n([\s\S]*?)\n\}\);/.exec(read('lib/env.ts'))?.[1] ?? '';
const APART = readdirSync('lib/env').map((file) => read(`lib/env/${file}`));
const SETTINGS = [...[SCHEMA, ...APART].join('\n').matchAll(/^ {2}([A-Z_]+):/gm)].map(
  (match) => match[1] ?? '',
);

describe('.env.example', () => {
  const settings = [...read('.env.example').matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );
  const names = settings.map(([name]) => name);

  it('has every setting that is read, once, and no other', () => {
    expect(names.toSorted(), 'A line `# NAME=value` in .env.example for each of lib/env.ts').toEqual(
      SETTINGS.toSorted(),
    );
    // The real reader: no setting of ours is passed on to a server.
    for (const name of names) vi.stubEnv(name, 'set');
    expect(names.filter((name) => foreignVariable(name) !== undefined)).toEqual([]);
    vi.unstubAllEnvs();
  });

  it('has values that would be taken', () => {
    // Those that must be the path of an existing file.
    const there = {
      AMBER_MCP_CONFIG: 'package.json',
      AMBER_MODELS: 'package.json',
      AMBER_OIDC: 'package.json',
      AMBER_WORKSPACE: 'docs',
    };
    const given = { ...Object.fromEntries(settings), ...there };
    expect(() => readEnv(given)).not.toThrow();
  });

  it('has the settings of docs/settings.md', () => {
    const rows = read('docs/settings.md')
      .split('\n')
      .flatMap((line) => /^\| (`[A-Z`_, ]+`) \|/.exec(line)?.[1] ?? []);
    const told = rows.flatMap((row) => [...row.matchAll(/`([A-Z_]+)`/g)].map((match) => match[1] ?? ''));
    expect(told.sort(), 'A row in docs/settings.md for each setting of lib/env.ts').toEqual(
      SETTINGS.toSorted(),
    );
  });
});

describe('docs/architecture.md', () => {
  const folders = (path: string) =>
    readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => entry.name);

  it('lists the rooms that are there, and no others', () => {
    const section = read('docs/architecture.md').split('## Rooms')[1]?.split('\n## ')[0] ?? '';
    const listed = [...section.matchAll(/^\| `([^`]+)\/` \|/gm)].map((match) => match[1]);
    const left = new Set(['node_modules', 'test-results', 'playwright-report', 'coverage', 'lib']);
    const there = folders('.').filter((folder) => !left.has(folder));
    const inLib = folders('lib').map((folder) => `lib/${folder}`);
    expect(listed.sort(), 'A row under Rooms in docs/architecture.md, then npm run rooms-picture').toEqual(
      [...there, ...inLib].sort(),
    );
  });
});

describe('docs/policy.md', () => {
  it('prints the policy as the code decides it: npm run policy-table', () => {
    const isPrinted = read('docs/policy.md').includes(policyTable());
    expect(isPrinted, 'The table is old: npm run policy-table prints it again').toBe(true);
  });
});

describe('docs/workspace.md', () => {
  it('prints the tools as they are declared: npm run workspace-table', () => {
    const isPrinted = read('docs/workspace.md').includes(workspaceTable());
    expect(isPrinted, 'The table is old: npm run workspace-table prints it again').toBe(true);
  });
});

describe('docs/http.md', () => {
  /** Routes whose methods are those of a library, of another protocol, or of missing addresses. */
  const OTHER = ['app/api/auth/[...all]/route.ts', 'app/api/mcp/route.ts', 'app/api/[...missing]/route.ts'];
  const routes = sourceFiles('.').filter((file) => /^app\/api\/.*route\.ts$/.test(file));
  const path = (file: string) =>
    file.replace(/^app(.*)\/route\.ts$/, '$1').replace(/\[(.*?)\]/g, (_, name: string) => name.toUpperCase());

  it('has every route with its methods, and no other', () => {
    const served = routes
      .filter((file) => !OTHER.includes(file))
      .flatMap((file) => {
        const declared = read(file).split(/= (?:methods|directoryMethods)\(\{/)[1] ?? '';
        const methods = [...declared.matchAll(/\b(GET|POST|PUT|PATCH|DELETE): ?/g)].map(([, name]) => name);
        return methods.map((method) => `${method} ${path(file)}`);
      });
    const told = [...read('docs/http.md').matchAll(/^\| `([A-Z]+ \/api\/[\w/-]+)` \|/gm)].map(
      ([, route]) => route,
    );
    expect(served.length).toBeGreaterThan(35);
    expect(told.sort(), 'A row in docs/http.md for each method of a route').toEqual(served.sort());
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

  /** The headings of a document, converted to anchors as the usual host does. */
  const anchors = (document: string) =>
    [...read(document).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    );

  it.each(documents)('%s links to files and headings that are there', (document) => {
    const links = [...read(document).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
    const local = links.filter((link) => !/^(?:https?|mailto):/.test(link));
    const broken = local.filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path ? join(dirname(document), path) : document;
      return !existsSync(target) || (anchor !== undefined && !anchors(target).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  it('the changelog has what is unreleased at its top', () => {
    expect(/^## (.*)$/m.exec(read('CHANGELOG.md'))?.[1]).toBe('[Unreleased]');
  });
});

describe('the glossary', () => {
  const lines = read('docs/glossary.md').split('\n');
  const rows = lines.filter((line) => /^\| (?!word|---)/.test(line));

  it('is short, and in the order of the alphabet', () => {
    expect(lines.length).toBeLessThanOrEqual(90);
    const words = rows.map((row) => row.split('|')[1]?.trim() ?? '');
    expect(words, 'docs/glossary.md is in the order of the alphabet').toEqual(
      words.toSorted((a, b) => a.localeCompare(b, 'en')),
    );
  });

  it('names files that are there', () => {
    const files = rows.flatMap((row) => [...row.matchAll(/`([\w./-]+)`/g)].map((match) => match[1] ?? ''));
    expect(files.length).toBeGreaterThan(rows.length - 1);
    const gone = files.filter((file) => !existsSync(file));
    expect(gone, 'Moved or gone: mend docs/glossary.md').toEqual([]);
  });
});
