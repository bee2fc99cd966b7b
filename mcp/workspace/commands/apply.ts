/**
 * Does what a layer says, all of it or nothing. What goes or is replaced is first moved into a folder of the workspace's own
 * file system, looked at again there, and put back when it is not what the person saw; what comes is put only where nothing
 * stands. Each step can be told from what lies there, so that a process that ends in the middle leaves a layer which
 * `recover` finishes, or takes back.
 */

import { existsSync } from 'node:fs';
import { type Layer, LayerFolder } from './layer';
import { Interrupted, type OnStep, Staged } from './staged';
import { entryAt } from './walk';

/** What lay underneath is another than what the person saw, or cannot be changed. Nothing was done. */
export class ApplyError extends Error {}

/**
 * Applies a layer and forgets it.
 * @param onStep is called before each change of the disk; for tests, in which it ends the process
 * @throws ApplyError when nothing was done: the layer is gone, holds what is refused, or does not fit any more
 */
export async function apply(journals: string, id: string, onStep: OnStep = () => {}): Promise<void> {
  const folder = LayerFolder.of(journals, id);
  const layer = await folder.read();
  if (layer?.state !== 'ready') throw new ApplyError('There is no such effect any more. Nothing was done.');
  const refused = layer.changes.find((change) => change.refused !== undefined);
  if (refused) throw new ApplyError(`${JSON.stringify(refused.path)}: ${refused.refused}. Nothing was done.`);
  await assertFits(layer);
  onStep();
  const mine: Layer = { ...layer, state: 'staging', by: process.pid };
  await folder.write(mine);
  await finish(folder, mine, onStep);
}

/** Forgets a layer that nobody wants. One that is being applied stays. */
export async function discard(journals: string, id: string): Promise<void> {
  const folder = LayerFolder.of(journals, id);
  const layer = await folder.read();
  if (!layer || layer.state === 'ready') await folder.remove();
}

export interface Recovered {
  id: string;
  outcome: 'applied' | 'taken-back' | 'stuck';
}

/** No card waits for longer. */
const FORGOTTEN_MS = 30 * 24 * 3_600_000;

/** Finishes what a process left in the middle. To be called before anything else is applied. */
export async function recover(journals: string): Promise<Recovered[]> {
  const done: Recovered[] = [];
  for (const id of await LayerFolder.all(journals)) {
    const folder = LayerFolder.of(journals, id);
    const layer = await folder.read();
    if (!layer || (layer.state === 'ready' && (await folder.ageMs()) > FORGOTTEN_MS)) await folder.remove();
    if (!layer || layer.state === 'ready' || isOfAnother(layer)) continue;
    done.push({ id, outcome: await recovered(folder, layer) });
  }
  return done;
}

/** Another process is at it. */
function isOfAnother({ by }: Layer): boolean {
  return by !== undefined && by !== process.pid && existsSync(`/proc/${by}`);
}

async function recovered(folder: LayerFolder, layer: Layer): Promise<Recovered['outcome']> {
  try {
    await finish(folder, layer, () => {});
    return 'applied';
  } catch (error) {
    return error instanceof ApplyError ? 'taken-back' : 'stuck';
  }
}

/** Goes on from where the layer is. */
async function finish(folder: LayerFolder, layer: Layer, onStep: OnStep): Promise<void> {
  const staged = new Staged(layer, folder, onStep);
  if (layer.state === 'undoing') {
    await takeBack(folder, layer, staged);
    throw new ApplyError('It was taken back.');
  }
  if (layer.state === 'staging') {
    await prepare(folder, layer, staged);
    onStep();
    await folder.write({ ...layer, state: 'applying' });
  }
  if (layer.state !== 'done') {
    const failure = await staged.forward();
    onStep();
    if (failure) {
      await folder.write({ ...layer, state: 'undoing' });
      await takeBack(folder, layer, staged);
      throw new ApplyError(`${failure} Nothing was done.`);
    }
    await folder.write({ ...layer, state: 'done' });
  }
  onStep();
  await staged.remove();
  onStep();
  await folder.remove();
}

async function prepare(folder: LayerFolder, layer: Layer, staged: Staged): Promise<void> {
  try {
    await staged.prepare();
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    await staged.remove();
    await folder.write({ ...layer, state: 'ready' });
    throw new ApplyError(`The changes cannot be written: ${(error as Error).message}. Nothing was done.`);
  }
}

async function takeBack(folder: LayerFolder, layer: Layer, staged: Staged): Promise<void> {
  await staged.back();
  await staged.remove();
  await folder.write({ ...layer, state: 'ready' });
}

/** @throws ApplyError where what it touches is not what it was */
export async function assertFits({ workspace, changes }: Layer): Promise<void> {
  for (const { path, before } of changes) {
    const now = await entryAt(workspace, path);
    const isSame = now?.kind === before?.kind && now?.stamp === before?.stamp && now?.mode === before?.mode;
    if (!isSame) throw new ApplyError(`${JSON.stringify(path)} has changed since. Nothing was done.`);
  }
}
