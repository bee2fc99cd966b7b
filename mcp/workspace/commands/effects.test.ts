/**
 * The shown effect equals that of a real run, and no hidden command passes as a read. `EFFECTS=500` and `FUZZ=20000`
 * run the promised numbers.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { apply } from './apply';
import { classify } from './classify';
import { rehearse } from './rehearse';
import { effectCommand, hiddenScript } from './testing/generated';
import { newPlace, noSandbox, removePlaces, SMALL, snapshot } from './testing/place';

const skip = (await noSandbox()) !== undefined;
afterAll(removePlaces);
const EFFECTS = Number(process.env.EFFECTS ?? 30);
const FUZZ = Number(process.env.FUZZ ?? 200);
const BATCH = 1_000;
const LONG_MS = 3_600_000;

describe.skipIf(skip)('effects', () => {
  it('are those of a real run, byte for byte and mode for mode', { timeout: LONG_MS }, async () => {
    let changed = 0;
    for (let seed = 1; seed <= EFFECTS; seed += 1) {
      const command = effectCommand(seed);
      const place = newPlace();
      const copy = join(place.journals, '..', 'copy');
      cpSync(place.workspace, copy, { recursive: true });
      runHere(command, copy);
      const before = snapshot(place.workspace);
      const { changes, layer } = await rehearse(command, place, SMALL);
      const after = snapshot(copy);
      const differ = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
        (one) => before[one] !== after[one],
      );
      expect([command, changes.map(({ path }) => path).sort()]).toEqual([command, differ.sort()]);
      if (layer === undefined) continue;
      changed += 1;
      await apply(place.journals, layer);
      expect([command, snapshot(place.workspace)]).toEqual([command, after]);
    }
    expect(changed).toBeGreaterThan(EFFECTS / 2);
  });

  it('of git leave out what it only saw of its files again, and nothing else of its index', async () => {
    const place = newPlace();
    const git = (...args: string[]) => execFileSync('git', args, { cwd: place.workspace, stdio: 'ignore' });
    git('init');
    git('add', '.');
    // If times differ, git re-reads the files and updates its index.
    utimesSync(join(place.workspace, 'src/index.ts'), 1, 1);
    expect((await rehearse('git diff --stat; git status --short', place)).changes).toEqual([]);
    const changed = await rehearse('git update-index --assume-unchanged src/index.ts', place);
    expect(changed.changes.map(({ path }) => path)).toEqual(['.git/index']);
    const removed = await rehearse('git rm -q --cached src/index.ts', place);
    expect(removed.changes.map(({ path }) => path)).toEqual(['.git/index']);
  });

  it('of git are told where they stand behind the files of its index, or that is of another kind', async () => {
    const begin = (...init: string[]) => {
      const place = newPlace();
      const git = (...args: string[]) => execFileSync('git', args, { cwd: place.workspace, stdio: 'ignore' });
      // For files written just now git stores more.
      for (const name of ['a', 'big']) utimesSync(join(place.workspace, name), 1, 1);
      git('init', ...init);
      git('add', 'a', 'big');
      return { place, git };
    };
    const told = async (command: string, { place }: ReturnType<typeof begin>) =>
      (await rehearse(command, place)).changes.map(({ path }) => path);
    const split = begin();
    split.git('update-index', '--split-index');
    expect(await told('git rm -q --cached big', split)).toEqual(['.git/index']);
    const other = begin('--object-format=sha256');
    const renamed =
      'hash=$(git rev-parse :big) && git update-index --force-remove big && git update-index --add --cacheinfo 100644,$hash,c';
    expect(await told(renamed, other)).toEqual(['.git/index']);
  });

  it('of a hidden command are never taken for none by its text', { timeout: LONG_MS }, async () => {
    let marks = 0;
    const missed: string[] = [];
    for (let first = 0; first < FUZZ; first += BATCH) {
      const scripts = Array.from({ length: Math.min(BATCH, FUZZ - first) }, (_, at) =>
        hiddenScript(first + at + 1, 'leave-mark'),
      );
      const left = await marksOf(scripts);
      marks += left.size;
      missed.push(...scripts.filter((script, at) => left.has(at) && classify(script).class === 'plain'));
    }
    expect(missed).toEqual([]);
    expect(marks).toBeGreaterThan(FUZZ / 2);
    console.info(`${FUZZ} scripts, of which ${marks} left a mark; taken for a read: ${missed.length}`);
  });
});

/** The scripts that leave a mark, run one after another in one sandbox. */
async function marksOf(scripts: string[]): Promise<Set<number>> {
  const place = newPlace();
  const folder = join(place.workspace, 'scripts');
  mkdirSync(folder);
  scripts.forEach((script, at) => {
    writeFileSync(join(folder, String(at)), script);
  });
  const mark = '#!/bin/bash\n: > "$MARKS/$MARK"\n';
  writeFileSync(join(place.workspace, 'leave-mark'), mark, { mode: 0o755 });
  const run = `export MARKS=$PWD/marks PATH=$PWD:$PATH; mkdir marks
    for ((at = 0; at < ${scripts.length}; at += 1)); do
      MARK=$at timeout 1 bash --norc --noprofile "scripts/$at" > /dev/null 2>&1 < /dev/null
    done`;
  const { changes, exit } = await rehearse(run, place, { ...SMALL, timeMs: 600_000 });
  expect(exit).toBeLessThan(128);
  const names = changes.filter(({ after }) => after?.kind === 'file').map(({ path }) => path.split('/'));
  return new Set(names.filter(([folderOf]) => folderOf === 'marks').map(([, name]) => Number(name)));
}

/** Outside any sandbox; `effectCommand` generates only harmless ones. */
function runHere(command: string, cwd: string): void {
  try {
    execFileSync('bash', ['--norc', '--noprofile', '-c', command], { cwd, stdio: 'ignore', timeout: 20_000 });
  } catch {
    // Some steps fail, in both runs alike.
  }
}
