/**
 * Which functions of `lib/store` ran on which kind of database, in which file, over a whole run of the tests. A file
 * may use one database (`oneDatabase`) only if other files run its functions on the other kind: otherwise the whole run
 * fails. Plain `node` scripts import this file too: only erasable TypeScript here.
 */
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Names the folder that is written to; if absent, nothing is written. */
const FOLDER = 'AMBER_STORE_RAN';
const HERE = fileURLToPath(import.meta.url);
const FUNCTION = /^export (?:async )?function\*? (\w+)/gm;
/** drizzle's names for the sessions of each kind. */
const KINDS: Record<string, string> = { PgliteSession: 'pglite', PostgresJsSession: 'postgres' };

/** The part of Vitest's plugin interface that is used. */
interface Kept {
  defineCacheKeyGenerator(keyOf: () => string | undefined): void;
}

/** For Vite: makes the functions of the store report their calls. */
export function tellingStore() {
  return {
    name: 'amber-telling-store',
    enforce: 'pre' as const,
    /** Transformed files are cached for later runs: those that report are different from those that do not. */
    configureVitest({ defineCacheKeyGenerator }: Kept) {
      defineCacheKeyGenerator(() => (process.env[FOLDER] ? 'telling' : undefined));
    },
    transform(code: string, id: string) {
      const file = /\/(lib\/store\/.+)\.ts$/.exec(id.replaceAll('\\', '/'))?.[1];
      if (!process.env[FOLDER] || !file || file.endsWith('.test')) return null;
      const names = [...code.matchAll(FUNCTION)].map(([, name = '']) => name);
      const told = names.map((name) => `${name} = __told(${JSON.stringify(`${file} ${name}`)}, ${name});`);
      const teller = `import { told as __told } from ${JSON.stringify(HERE)};`;
      // At the end, so that the other lines keep their numbers.
      return { code: [code, teller, ...told].join('\n'), map: null };
    },
  };
}

/** Where the test runner keeps the current file. */
const WORKER = '__vitest_worker__';

/** A function that ran, on a kind of database, in a test file. */
export interface Ran {
  name: string;
  kind: string;
  file: string;
}

const written = new Set<string>();

/** The same function; its first call on each kind of database is recorded, in each file. */
export function told<Told extends (...given: never[]) => unknown>(name: string, run: Told): Told {
  return new Proxy(run, {
    apply: (target, self, given: unknown[]) => {
      const kind = given.map(kindOf).find(Boolean);
      if (kind)
        write({ name, kind, file: String(Reflect.get(Object(Reflect.get(globalThis, WORKER)), 'filepath')) });
      return Reflect.apply(target, self, given);
    },
  });
}

function kindOf(given: unknown): string | undefined {
  const session: unknown =
    given !== null && typeof given === 'object' ? Reflect.get(given, 'session') : undefined;
  return session ? KINDS[session.constructor.name] : undefined;
}

function write(ran: Ran): void {
  const folder = process.env[FOLDER];
  const line = JSON.stringify(ran);
  if (!folder || written.has(line)) return;
  written.add(line);
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${process.pid}.txt`), `${line}\n`);
}

/** The records of a whole run. */
export function readRan(folder: string): Ran[] {
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8').trim().split('\n'),
  );
  return lines.map((line) => JSON.parse(line) as Ran);
}

/** What files with `oneDatabase` ran on their kind, and no file on the other. */
export function onOneAlone(all: Ran[], takesOne = saysOne): Ran[] {
  const kindsOf = Map.groupBy(all, ({ name }) => name);
  const isAlone = ({ name }: Ran) => new Set(kindsOf.get(name)?.map(({ kind }) => kind)).size === 1;
  const files = new Map([...new Set(all.map(({ file }) => file))].map((file) => [file, takesOne(file)]));
  return all.filter((ran) => files.get(ran.file) && isAlone(ran));
}

function saysOne(file: string): boolean {
  return existsSync(file) && /\boneDatabase\b/.test(readFileSync(file, 'utf8'));
}
