/**
 * Applies a layer, all of it or nothing. What is deleted or replaced is first moved into a folder in the workspace's
 * own file system, checked again there, and put back if it is not what the person saw; new things are only put where
 * nothing is. Every step can be recognised from what is on the disk, so if the process ends in the middle, `recover`
 * can finish the layer or roll it back.
 */

import { existsSync } from 'node:fs';
import { type Layer, LayerFolder } from './layer';
import { Interrupted, type OnStep, Staged } from './staged';
import { entryAt } from './walk';

/** What was there differs from what the person saw, or cannot be changed. Nothing was done. */
export class ApplyError extends Error {}

/**
 * Applies a layer and deletes it.
 * @param onStep called before each change of the disk; tests end the process there
 * @throws ApplyError if nothing was done: the layer is gone, holds something refused, or does not fit any more
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

/** Deletes a layer that nobody wants; one that is being applied stays. */
export async function discard(journals: string, id: string): Promise<void> {
  const folder = LayerFolder.of(journals, id);
  const layer = await folder.read();
  if (!layer || layer.state === 'ready') await folder.remove();
}

export interface Recovered {
  id: string;
  outcome: 'applied' | 'taken-back' | 'stuck';
}

/** No card waits longer than this. */
const FORGOTTEN_MS = 30 * 24 * 3_600_000;

/** Finishes what an earlier process left half done. Call it before anything else is applied. */
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

/** Another process is working on it. */
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

/** Continues from the layer's present state. */
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

/** @throws ApplyError if what it touches is not as it was */
export async function assertFits({ workspace, changes }: Layer): Promise<void> {
  for (const { path, before } of changes) {
    const now = await entryAt(workspace, path);
    const isSame = now?.kind === before?.kind && now?.stamp === before?.stamp && now?.mode === before?.mode;
    if (!isSame) throw new ApplyError(`${JSON.stringify(path)} has changed since. Nothing was done.`);
  }
}
