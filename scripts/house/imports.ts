/** Who imports whom, read from the sources: the input of the architecture test. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join, posix, relative, resolve } from 'node:path';

/** One file of the project importing another. Paths are relative to the root, with forward slashes. */
export interface Import {
  from: string;
  to: string;
}

const SOURCES = new Set(['.ts', '.tsx', '.mjs']);
const LEFT_OUT = new Set([
  'node_modules',
  '.next',
  '.git',
  '.amber',
  'test-results',
  'playwright-report',
  'migrations',
]);

/** All source files below the root. */
export function sourceFiles(root: string): string[] {
  const found: string[] = [];
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (LEFT_OUT.has(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (SOURCES.has(extname(entry.name)) && !entry.name.endsWith('.d.ts')) found.push(path);
    }
  };
  walk(root);
  return found.map((path) => relative(root, path).replaceAll('\\', '/')).sort();
}

/** Static, re-exporting, type-only and dynamic imports; comments do not count. */
const SPECIFIER =
  /(?:^|[;}\n])\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** A source text without its block comments and whole-line comments. */
export function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

/** What a source text imports, as written. */
export function specifiersOf(source: string): string[] {
  return [...withoutComments(source).matchAll(SPECIFIER)].map((match) => match[1] ?? match[2] ?? '');
}

/** Every import between files of the project. */
export function importsOf(root: string): Import[] {
  return sourceFiles(root).flatMap((from) =>
    specifiersOf(readFileSync(join(root, from), 'utf8')).flatMap((specifier) => {
      const to = resolveSpecifier(root, from, specifier);
      return to ? [{ from, to }] : [];
    }),
  );
}

function resolveSpecifier(root: string, from: string, specifier: string): string | undefined {
  const isOurs = specifier.startsWith('.') || specifier.startsWith('@/');
  if (!isOurs) return undefined;
  const base = specifier.startsWith('@/')
    ? resolve(root, specifier.slice(2))
    : resolve(root, dirname(from), specifier);
  const candidates = [base, ...['.ts', '.tsx', '.mjs'].map((ending) => base + ending)];
  const file = candidates.find(
    (path) => SOURCES.has(extname(path)) && existsSync(path) && statSync(path).isFile(),
  );
  return file ? posix.normalize(relative(root, file).replaceAll('\\', '/')) : undefined;
}

/** The first circle found, as the files it goes through; undefined if there is none. */
export function findCircle(imports: Import[]): string[] | undefined {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string[] | undefined => {
    const at = path.indexOf(file);
    if (at >= 0) return [...path.slice(at), file];
    if (done.has(file)) return undefined;
    path.push(file);
    for (const imported of next.get(file) ?? []) {
      const circle = visit(imported);
      if (circle) return circle;
    }
    path.pop();
    done.add(file);
    return undefined;
  };
  for (const file of next.keys()) {
    const circle = visit(file);
    if (circle) return circle;
  }
  return undefined;
}
