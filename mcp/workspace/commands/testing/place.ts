/** A workspace for one test, and snapshots of folders for comparison. */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LIMITS, type Limits } from '../limits';
import { rehearse, SandboxError } from '../rehearse';

export const SMALL: Limits = { ...LIMITS, timeMs: 30_000, memoryMb: 1_024, processes: 64, diskMb: 32 };
const FILES: Record<string, string> = {
  'package.json': '{ "name": "small", "scripts": { "test": "true" } }\n',
  'my file.txt': 'one\ntwo\n',
  '.env': 'KEY=the secret of the workspace\n',
  '.hidden': 'dots\n',
  a: 'a\nb\nneedle\n',
  big: 'x\n'.repeat(2_000),
  'src/index.ts': 'export const answer = 42;\n',
  'src/deep/down.ts': 'export {};\n',
  'sub/file': 'below\n',
  'x.sh': '#!/bin/bash\nrm -rf src\n',
};

export interface TestPlace {
  workspace: string;
  journals: string;
}

const made: string[] = [];

export function removePlaces(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** In a folder that everybody may enter. */
export function newPlace(folder = tmpdir(), files: Record<string, string> = FILES): TestPlace {
  const base = mkdtempSync(join(folder, 'amber-commands-'));
  made.push(base);
  chmodSync(base, 0o755);
  const place = { workspace: join(base, 'work space'), journals: join(base, 'journals') };
  mkdirSync(place.workspace);
  mkdirSync(place.journals);
  for (const [path, text] of Object.entries(files)) {
    const at = join(place.workspace, path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, text);
    chmodSync(at, path.endsWith('.sh') ? 0o755 : 0o644);
  }
  return place;
}

/** Everything below a folder: kind, mode, and bytes or the target of a link. */
export function snapshot(folder: string): Record<string, string> {
  const all: Record<string, string> = {};
  for (const path of namesBelow(folder).sort()) {
    const at = join(folder, path);
    const stat = lstatSync(at);
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isFile()) all[path] = `file ${mode} ${digest(at)}`;
    else if (stat.isSymbolicLink()) all[path] = `link ${readlinkSync(at)}`;
    else all[path] = stat.isDirectory() ? `folder ${mode}` : `other ${mode}`;
  }
  return all;
}

/** Not `recursive`, which follows links. */
function namesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => [
    entry.name,
    ...(entry.isDirectory()
      ? namesBelow(join(folder, entry.name)).map((below) => join(entry.name, below))
      : []),
  ]);
}

/** Short, so that differences are readable. */
function digest(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
}

let known: Promise<string | undefined> | undefined;
/** Why no sandbox can be created on this machine; undefined: one can. Reported once. */
export function noSandbox(): Promise<string | undefined> {
  known ??= rehearse('true', newPlace(), SMALL).then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof SandboxError)) throw error;
      console.warn(`No sandbox on this machine, its tests are skipped: ${error.message}`);
      return error.message;
    },
  );
  return known;
}
