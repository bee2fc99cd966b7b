/** A call can be undone, completely or not at all, whatever was killed in between. */
import { chmodSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apply, recover } from '../commands/apply';
import { LayerFolder } from '../commands/layer';
import { rehearse } from '../commands/rehearse';
import { isShownBy } from '../commands/shown-effect';
import { Interrupted } from '../commands/staged';
import { dice, effectCommand } from '../commands/testing/generated';
import { newPlace, noSandbox, removePlaces, SMALL, snapshot } from '../commands/testing/place';
import { Folder } from '../testing/folder';
import { Kept, sideOf } from './kept';
import { layerOf, plan } from './take-back';

const skip = (await noSandbox()) !== undefined;
/** Can be raised: 1,000 take some minutes. */
const SEQUENCES = Number(process.env.AMBER_TAKE_BACK_SEQUENCES ?? 8);
afterAll(removePlaces);

let folder: Folder;
beforeEach(() => {
  folder = new Folder({ 'a.txt': 'one\n', 'dir/b.txt': 'two\n', 'dir/deep/c.txt': 'three\n' });
  chmodSync(folder.path('a.txt'), 0o640);
});
afterEach(() => folder.remove());

let ids = 0;
/** A call with an id of its own. @returns that id */
async function call(name: string, input: unknown): Promise<string> {
  ids += 1;
  const callId = `call-${ids}`;
  const { isError, text, output } = await folder.call(name, input, { callId });
  expect({ isError, text: isError ? text : '' }).toEqual({ isError: false, text: '' });
  expect(output.undo).toBe(callId);
  return callId;
}

const CHANGES: [string, () => [string, object]][] = [
  ['a file that is edited', () => ['str_replace', folder.edit('a.txt', 'one', 'more')]],
  [
    'a file that is patched',
    () => [
      'patch_file',
      { path: 'a.txt', patches: [{ find: 'one', replace: 'x' }], hash: folder.hash('a.txt') },
    ],
  ],
  ['a file that is new', () => ['write_file', { path: 'new.txt', content: 'new' }]],
  [
    'a file that is replaced',
    () => ['write_file', { path: 'a.txt', content: 'x', hash: folder.hash('a.txt') }],
  ],
  ['a file that is deleted', () => ['delete_file', { path: 'a.txt' }]],
  ['a file that is moved over another', () => ['move_file', { from: 'a.txt', to: 'dir/b.txt' }]],
  ['a folder that is moved', () => ['move_file', { from: 'dir', to: 'other' }]],
  ['folders that are made', () => ['make_directory', { path: 'dir/x/y' }]],
  ['a link that is deleted', () => ['delete_file', { path: 'link' }]],
];

describe('taking back', () => {
  it.each(CHANGES)('%s brings back what was there, and can be taken back itself', async (_what, change) => {
    symlinkSync('a.txt', folder.path('link'));
    const before = snapshot(folder.root);
    const done = await call(...change());
    const after = snapshot(folder.root);
    expect(after).not.toEqual(before);
    const undone = await call('workspace_undo', { callId: done });
    expect(snapshot(folder.root)).toEqual(before);
    await call('workspace_undo', { callId: undone });
    expect(snapshot(folder.root)).toEqual(after);
  });

  it('is refused where the file has changed since, and then nothing is done', async () => {
    const moved = await call('move_file', { from: 'dir', to: 'other' });
    folder.put('other/deep/c.txt', 'theirs');
    const edited = await call('str_replace', folder.edit('a.txt', 'one', 'more'));
    chmodSync(folder.path('a.txt'), 0o600);
    const before = snapshot(folder.root);
    for (const callId of [moved, edited])
      expect(await folder.refusal('workspace_undo', { callId })).toContain('has changed since');
    expect(await folder.refusal('workspace_undo', { callId: 'call-0' })).toContain('Nothing is kept');
    expect(await folder.refusal('workspace_undo', { callId: '../a.txt' })).toContain('Nothing is kept');
    expect(snapshot(folder.root)).toEqual(before);
  });

  it('is refused where somebody has put something into a folder that would go', async () => {
    const made = await call('make_directory', { path: 'x/y' });
    folder.put('x/y/theirs', '');
    const before = snapshot(folder.root);
    expect(await folder.refusal('workspace_undo', { callId: made })).toContain('has changed');
    expect(snapshot(folder.root)).toEqual(before);
  });

  it('takes a whole answer back in one step, the calls of which went over the same files', async () => {
    const before = snapshot(folder.root);
    const made: string[] = [];
    made.push(await call('str_replace', folder.edit('a.txt', 'one', 'more')));
    made.push(await call('move_file', { from: 'a.txt', to: 'dir/a.txt' }));
    made.push(await call('str_replace', folder.edit('dir/a.txt', 'more', 'most')));
    made.push(await call('move_file', { from: 'dir', to: 'other' }));
    made.push(await call('delete_file', { path: 'other/b.txt' }));
    folder.callIds = made.toReversed();
    await call('workspace_undo', { callId: made[0], all: true });
    expect(snapshot(folder.root)).toEqual(before);
  });

  it('shows what it would do, and does nothing else than what its card showed', async () => {
    const done = await call('str_replace', folder.edit('a.txt', 'one', 'more'));
    const preview = await folder.ok('workspace_undo_preview', { callId: done });
    expect(preview).toMatchObject({ diffs: [{ path: 'a.txt', added: 1, removed: 1 }] });
    folder.card = [{ label: 'Fingerprint', value: '0'.repeat(32) }];
    expect(isShownBy(folder.card, [])).toBe(false);
    expect(await folder.refusal('workspace_undo', { callId: done })).toContain('not been shown');
    folder.card = preview.lines as typeof folder.card;
    await call('workspace_undo', { callId: done });
    expect(readFileSync(folder.path('a.txt'), 'utf8')).toBe('one\n');
  });

  it('of what may hold credentials asks always, and does nothing without a card', async () => {
    folder.put('.env', 'KEY=1');
    folder.card = [{ label: 'Deleted', value: '.env' }];
    const done = await call('delete_file', { path: '.env' });
    folder.card = undefined;
    expect(await folder.ok('workspace_undo_risk', { callId: done })).toMatchObject({ asksAlways: true });
    expect(JSON.stringify(await folder.ok('workspace_undo_preview', { callId: done }))).not.toContain('KEY');
    expect(await folder.refusal('workspace_undo', { callId: done })).toContain('not been shown');
  });
});

describe.skipIf(skip)('commands', () => {
  it(`are taken back to what was there, ${SEQUENCES} times, with kills on the way there and back`, async () => {
    for (let seed = 1; seed <= SEQUENCES; seed += 1) await sequence(seed);
  }, 1_800_000);
});

/** Some commands, each possibly killed in the middle, and all of them undone, which is possibly killed as well. */
async function sequence(seed: number): Promise<void> {
  const roll = dice(seed * 7919);
  const place = newPlace();
  const root = realpathSync(place.workspace);
  const kept = new Kept(join(place.journals, 'undo'), root);
  const before = snapshot(root);
  const made: string[] = [];
  for (let nth = 0; nth <= roll(3); nth += 1) {
    const { layer, changes } = await rehearse(effectCommand(seed * 10 + nth), place, SMALL);
    if (layer === undefined) continue;
    const effects = changes.map(({ path, after }) => ({
      path,
      ...(after && { after: sideOf(after, after.hash?.slice(0, 32)) }),
    }));
    expect(await kept.keep(`c${nth}`, effects)).toBe(true);
    made.unshift(`c${nth}`);
    await killedAt(roll(60), (onStep) => apply(place.journals, layer, onStep));
    await recover(place.journals);
  }
  for (let round = 0; round < 3; round += 1) {
    const isBack = JSON.stringify(snapshot(root)) === JSON.stringify(before);
    if (isBack) break;
    const layer = await layerOf(kept, root, place.journals, await plan(kept, root, made));
    // Occasionally it is killed, and then repeated.
    await killedAt(round < 2 ? roll(60) : 1_000_000, (onStep) => apply(place.journals, layer, onStep));
    await recover(place.journals);
  }
  expect(snapshot(root), `seed ${seed}`).toEqual(before);
  expect((await LayerFolder.all(place.journals)).length).toBeLessThanOrEqual(3 + made.length);
  removePlaces();
}

async function killedAt(step: number, work: (onStep: () => void) => Promise<void>): Promise<void> {
  let count = 0;
  try {
    await work(() => {
      count += 1;
      if (count === step) throw new Interrupted();
    });
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
  }
}
