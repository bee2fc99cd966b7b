import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ApplyError, apply, discard, recover } from './apply';
import { type Change, type Layer, LayerFolder } from './layer';
import { rehearse } from './rehearse';
import { Interrupted } from './staged';
import { newPlace, noSandbox, removePlaces, SMALL, snapshot, type TestPlace } from './testing/place';
import { entryAt } from './walk';

/**
 * Each kind of change: added, replaced, deleted, a folder replacing a file and the reverse, modes, a link, a new folder
 * with contents.
 */
const ALL_KINDS = [
  'echo more >> a; rm big; echo new > new; chmod 750 x.sh; chmod 711 sub; ln -s ../a sub/link',
  'rm -rf src; mkdir src; echo other > src/other; rm package.json; mkdir -p package.json/in; echo 1 > package.json/in/it',
  'mv "my file.txt" .hidden; mkdir ro; echo in > ro/in; chmod 500 ro; printf "\\0\\1" > bytes',
].join('; ');

/** Where syncing to the disk takes no time: what a kill leaves behind is the same. */
const IN_MEMORY = existsSync('/dev/shm') ? '/dev/shm' : undefined;

const skip = (await noSandbox()) !== undefined;
afterAll(removePlaces);

async function layerOf(place: TestPlace, command: string): Promise<string> {
  const { layer, exit, stderr } = await rehearse(command, place, SMALL);
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  if (layer === undefined) throw new Error('nothing would change');
  return layer;
}

describe.skipIf(skip)('apply', () => {
  it('does exactly what was shown, once', async () => {
    const place = newPlace();
    const before = snapshot(place.workspace);
    const layer = await layerOf(place, ALL_KINDS);
    expect(snapshot(place.workspace)).toEqual(before);
    await apply(place.journals, layer);
    const after = snapshot(place.workspace);
    expect(Object.keys(after).sort()).toEqual(
      [
        ...[
          '.env',
          '.hidden',
          'a',
          'bytes',
          'new',
          'package.json',
          'package.json/in',
          'package.json/in/it',
          'ro',
          'ro/in',
        ],
        ...['src', 'src/other', 'sub', 'sub/file', 'sub/link', 'x.sh'],
      ].sort(),
    );
    expect([after.ro, after.sub, after['x.sh']?.slice(0, 8)]).toEqual([
      'folder 500',
      'folder 711',
      'file 750',
    ]);
    expect(after['sub/link']).toBe('link ../a');
    expect(readFileSync(join(place.workspace, 'a'), 'utf8')).toBe('a\nb\nneedle\nmore\n');
    await expect(apply(place.journals, layer)).rejects.toThrow(ApplyError);
    expect(snapshot(place.workspace)).toEqual(after);
  });

  it('does what makes a folder anew within one that is made anew', async () => {
    const place = newPlace();
    await apply(
      place.journals,
      await layerOf(place, 'mv src moved; mkdir -p src/deep/d2; cp a src/deep/down.js'),
    );
    const paths = Object.keys(snapshot(place.workspace)).filter((path) => /^(?:src|moved)/.test(path));
    expect(paths).toEqual([
      'moved',
      'moved/deep',
      'moved/deep/down.ts',
      'moved/index.ts',
      'src',
      'src/deep',
      'src/deep/d2',
      'src/deep/down.js',
    ]);
  });

  it('leaves the state before or the one after when the process ends at any step, and finishes at the next start', async () => {
    const first = newPlace();
    const layer = await planted(first, await kept(first, await layerOf(first, ALL_KINDS)));
    await apply(first.journals, layer);
    const after = snapshot(first.workspace);
    const outcomes = await atEachStep(
      (place, end) => apply(place.journals, place.layer, end),
      async (place) => {
        const done = await recover(place.journals);
        expect(snapshot(place.workspace)).toEqual(done.length === 0 ? place.before : after);
        return done[0]?.outcome ?? 'nothing';
      },
    );
    expect(outcomes[0]).toBe('nothing');
    expect(outcomes.filter((one) => one === 'applied').length).toBe(outcomes.length - 1);
  });

  it('takes all of it back where something stands in the way, also when the process ends in the middle of that', async () => {
    const outcomes = await atEachStep(
      (place, end) => {
        let count = 0;
        return apply(place.journals, place.layer, () => {
          count += 1;
          if (count === 30) writeFileSync(join(place.workspace, 'new'), 'of somebody else');
          end();
        });
      },
      async (place) => {
        await recover(place.journals);
        const now = snapshot(place.workspace);
        // Before the other file appeared, all of it could have been applied.
        if (now['package.json/in/it'] === undefined) {
          if (now.new !== undefined)
            expect(readFileSync(join(place.workspace, 'new'), 'utf8')).toBe('of somebody else');
          delete now.new;
          expect(now).toEqual(place.before);
          return 'taken-back';
        }
        return 'applied';
      },
    );
    expect(outcomes.at(-1)).toBe('taken-back');
    expect(outcomes.filter((one) => one === 'taken-back').length).toBeGreaterThan(10);
  });

  it('does nothing where what lies underneath has changed', async () => {
    const changes: ((folder: string) => void)[] = [
      (folder) => writeFileSync(join(folder, 'a'), 'another\n'),
      (folder) => chmodSync(join(folder, 'a'), 0o600),
      (folder) => writeFileSync(join(folder, 'new'), 'there already'),
      (folder) => rmSync(join(folder, 'big')),
      (folder) => writeFileSync(join(folder, 'src/deep/added'), 'by somebody'),
      (folder) => writeFileSync(join(folder, 'src/deep/down.ts'), 'changed'),
      (folder) => {
        renameSync(join(folder, 'sub'), join(folder, 'moved'));
        symlinkSync('moved', join(folder, 'sub'));
      },
      (folder) => {
        rmSync(join(folder, 'package.json'));
        mkdirSync(join(folder, 'package.json'));
      },
    ];
    const first = newPlace();
    const layer = await kept(first, await layerOf(first, `${ALL_KINDS}; echo x > sub/new`));
    for (const change of changes) {
      const place = newPlace();
      const id = await planted(place, layer);
      change(place.workspace);
      const before = snapshot(place.workspace);
      await expect(apply(place.journals, id)).rejects.toThrow(ApplyError);
      expect(snapshot(place.workspace)).toEqual(before);
    }
  });

  it('does nothing of what holds a link out, a pipe, or a program that runs as its owner', async () => {
    for (const command of [
      'ln -s /etc/passwd l',
      'ln -s ../../x sub/l',
      'mkfifo p',
      'cp x.sh s; chmod 4755 s',
      'chmod 700 .',
    ]) {
      const place = newPlace();
      const before = snapshot(place.workspace);
      const { layer = '', changes } = await rehearse(`echo 1 > fine; ${command}`, place, SMALL);
      expect(changes.filter(({ refused }) => refused !== undefined)).toHaveLength(1);
      await expect(apply(place.journals, layer)).rejects.toThrow(ApplyError);
      expect(snapshot(place.workspace)).toEqual(before);
    }
  });

  it('forgets a layer that nobody wants', async () => {
    const place = newPlace();
    const layer = await layerOf(place, 'rm a');
    await discard(place.journals, layer);
    await expect(apply(place.journals, layer)).rejects.toThrow(ApplyError);
    expect(snapshot(place.journals)).toEqual({});
  });
});

/** Runs once for each step at which the process may end, each time in a new place, until it ends by itself. */
async function atEachStep(
  run: (place: TestPlace & { layer: string }, end: () => void) => Promise<void>,
  then: (place: TestPlace & { before: Record<string, string> }) => Promise<string>,
): Promise<string[]> {
  const first = newPlace();
  const layer = await kept(first, await layerOf(first, ALL_KINDS));
  const outcomes: string[] = [];
  for (let isEnded = true; isEnded; ) {
    const place = newPlace(IN_MEMORY);
    const before = snapshot(place.workspace);
    const id = await planted(place, layer);
    let count = 0;
    isEnded = await run({ ...place, layer: id }, () => {
      count += 1;
      if (count > outcomes.length) throw new Interrupted();
    }).then(
      () => false,
      (error: unknown) => error instanceof Interrupted,
    );
    if (isEnded) outcomes.push(await then({ ...place, before }));
  }
  return outcomes;
}

/** A layer with its files, to be copied into identical places. */
async function kept(place: TestPlace, id: string): Promise<{ layer: Layer; folder: LayerFolder }> {
  const folder = LayerFolder.of(place.journals, id);
  const layer = await folder.read();
  if (!layer) throw new Error('there is no layer');
  return { layer, folder };
}

/** As if the command had been rehearsed there. */
async function planted(
  place: TestPlace,
  { layer, folder }: { layer: Layer; folder: LayerFolder },
): Promise<string> {
  const made = await LayerFolder.make(place.journals);
  const changes: Change[] = [];
  for (const change of layer.changes) {
    const now = await entryAt(place.workspace, change.path);
    changes.push({ ...change, ...(now && { before: { ...now } }) });
  }
  cpSync(join(folder.path, 'files'), join(made.path, 'files'), { recursive: true });
  await made.write({
    id: made.id,
    workspace: realpathSync(place.workspace),
    changes,
    state: 'ready',
    result: layer.result,
  });
  return made.id;
}
