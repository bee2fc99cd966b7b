/**
 * Which functions of `lib/store` ran on which kind of database, over a whole run of the tests: what runs on one alone
 * fails it. So a test may take one database (`oneDatabase`) where another file has its statements run on both.
 * Plain `node` scripts import this file too: only erasable TypeScript here.
 */
import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Names the folder that is written to; absent, nothing is. */
const FOLDER = 'AMBER_STORE_RAN';
const HERE = fileURLToPath(import.meta.url);
const FUNCTION = /^export (?:async )?function\*? (\w+)/gm;
/** As drizzle calls what speaks to each. */
const KINDS: Record<string, string> = { PgliteSession: 'pglite', PostgresJsSession: 'postgres' };

/** For Vite: the functions of the store tell of their calls. */
export function tellingStore() {
  return {
    name: 'amber-telling-store',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      const file = /\/(lib\/store\/.+)\.ts$/.exec(id.replaceAll('\\', '/'))?.[1];
      if (!process.env[FOLDER] || !file || file.endsWith('.test')) return null;
      const names = [...code.matchAll(FUNCTION)].map(([, name = '']) => name);
      const told = names.map((name) => `${name} = __told(${JSON.stringify(`${file} ${name}`)}, ${name});`);
      const teller = `import { told as __told } from ${JSON.stringify(HERE)};`;
      // Behind the rest, whose lines stay where they are.
      return { code: [code, teller, ...told].join('\n'), map: null };
    },
  };
}

const written = new Set<string>();

/** The same function, whose first call on each kind of database is written down. */
export function told<Told extends (...given: never[]) => unknown>(name: string, run: Told): Told {
  return new Proxy(run, {
    apply: (target, self, given: unknown[]) => {
      const kind = given.map(kindOf).find(Boolean);
      if (kind) write(`${kind} ${name}`);
      return Reflect.apply(target, self, given);
    },
  });
}

function kindOf(given: unknown): string | undefined {
  const session: unknown =
    given !== null && typeof given === 'object' ? Reflect.get(given, 'session') : undefined;
  return session ? KINDS[session.constructor.name] : undefined;
}

function write(line: string): void {
  const folder = process.env[FOLDER];
  if (!folder || written.has(line)) return;
  written.add(line);
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${process.pid}.txt`), `${line}\n`);
}

/** What was written in a whole run. */
export function readRan(folder: string): string[] {
  return readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'));
}

/** The functions that ran on one kind alone, each with that kind. */
export function onOneAlone(ran: string[]): string[] {
  const lines = new Set(ran);
  const other = (line: string) =>
    line.startsWith('pglite ') ? line.replace('pglite', 'postgres') : line.replace('postgres', 'pglite');
  return [...lines].filter((line) => !lines.has(other(line))).sort();
}
