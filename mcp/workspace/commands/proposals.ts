/**
 * What the card of a command shows is what Confirm does: one layer, kept under the command until it is done or does not fit
 * any more, over restarts too.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApplyError, apply, assertFits, discard } from './apply';
import { note, take } from './just-rehearsed';
import { LayerFolder } from './layer';
import type { Limits } from './limits';
import { rehearseOrRead } from './plainly';
import { type Change, EndedError, type Place, type Rehearsal } from './rehearse';

export const NOT_SHOWN =
  'What it would do has not been shown to anybody, or has changed since. Nothing was done.';

/**
 * What the command would do, rehearsed now unless that is known and still so.
 * @param isFirst of its call: what was rehearsed a moment ago without an effect was rehearsed for another
 */
export async function propose(
  command: string,
  place: Place,
  limits: Limits,
  signal: AbortSignal,
  isFirst = false,
): Promise<Rehearsal> {
  const known = (await kept(command, place)) ?? (isFirst ? undefined : take(keyOf(command, place)));
  if (known) return known;
  const old = await idOf(command, place);
  if (old !== undefined) await discard(place.journals, old);
  const rehearsal = await noted(command, place, signal, () => rehearseOrRead(command, place, limits, signal));
  if (rehearsal.layer !== undefined) {
    const file = fileOf(command, place);
    await mkdir(join(place.journals, 'by-command'), { recursive: true, mode: 0o700 });
    await writeFile(`${file}.new`, rehearsal.layer, { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
  return rehearsal;
}

/**
 * Runs a command that changes nothing.
 * @throws ApplyError for any effect; nothing of it is had
 */
export async function look(
  command: string,
  place: Place,
  limits: Limits,
  signal: AbortSignal,
): Promise<Rehearsal> {
  const rehearsal = take(keyOf(command, place)) ?? (await rehearseOrRead(command, place, limits, signal));
  if (rehearsal.layer === undefined) return rehearsal;
  await discard(place.journals, rehearsal.layer);
  throw new ApplyError(NOT_SHOWN);
}

async function noted(
  command: string,
  place: Place,
  signal: AbortSignal,
  run: () => Promise<Rehearsal>,
): Promise<Rehearsal> {
  const key = keyOf(command, place);
  try {
    const rehearsal = await run();
    if (rehearsal.layer === undefined) note(key, rehearsal);
    return rehearsal;
  } catch (error) {
    if (error instanceof EndedError && !signal.aborted) note(key, error);
    throw error;
  }
}

/**
 * Does what was proposed, and nothing else. A command has one layer at a time, so that another chat's may have taken the
 * place of the one that a card showed: `allow` tells them apart.
 * @param allow throws for an effect that must not be had, or that the card of this call did not show; told of it before it is done
 * @throws ApplyError when it was not proposed, or does not fit any more; then nothing is done
 */
export async function perform(
  command: string,
  place: Place,
  allow: (changes: readonly Change[]) => Promise<void>,
): Promise<Rehearsal> {
  const known = await kept(command, place);
  if (known?.layer === undefined) {
    throw new ApplyError(NOT_SHOWN);
  }
  await allow(known.changes);
  await apply(place.journals, known.layer);
  return known;
}

async function kept(command: string, place: Place): Promise<Rehearsal | undefined> {
  const id = await idOf(command, place);
  const layer = id === undefined ? undefined : await LayerFolder.of(place.journals, id).read();
  if (layer?.state !== 'ready') return undefined;
  try {
    await assertFits(layer);
  } catch (error) {
    if (error instanceof ApplyError) return undefined;
    throw error;
  }
  return { ...layer.result, changes: layer.changes, layer: layer.id };
}

async function idOf(command: string, place: Place): Promise<string | undefined> {
  const id = await readFile(fileOf(command, place), 'utf8').catch(() => undefined);
  return id !== undefined && /^[0-9a-f]{24}$/.test(id) ? id : undefined;
}

function fileOf(command: string, place: Place): string {
  return join(place.journals, 'by-command', keyOf(command, place));
}

function keyOf(command: string, { workspace }: Place): string {
  return createHash('sha256').update(`${workspace}\0${command}`).digest('hex');
}
