/**
 * Ties the card of a command to its effect: Confirm applies exactly the layer that the card showed. The layer is kept
 * under the command until it is applied or no longer fits, across restarts too.
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
 * What the command would do; it is rehearsed now unless a kept result still fits.
 * @param isFirst the first request of its call: a recent rehearsal without an effect was another call's
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
 * @throws ApplyError if it has any effect, which is discarded
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
 * Applies what was proposed, and nothing else. A command has only one layer at a time, so another chat's layer may have
 * replaced the one that a card showed: `allow` detects that.
 * @param allow called before anything is done; throws for an effect that is not permitted, or that this call's card did
 *   not show
 * @throws ApplyError if there is no proposal, or it no longer fits; then nothing is done
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
