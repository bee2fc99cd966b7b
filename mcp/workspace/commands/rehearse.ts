/**
 * Commands by effect: one runs where nothing it does counts, and what it left is what it would do. Where it left nothing,
 * it only read, and what it wrote to its outputs is the result; otherwise a person sees the effect, and `apply` does exactly
 * that (see `apply.ts`).
 */
import { realpath } from 'node:fs/promises';
import { EffectError, effectOf } from './effect';
import { isOnlyRefreshedIndex } from './git-index';
import { type Change, LayerFolder, type Result } from './layer';
import { LIMITS, type Limits } from './limits';
import { EndedError, type Follow, inSandbox, type Left, SandboxError } from './sandbox';

export type { Change };
export { EffectError, EndedError, SandboxError };

export interface Place {
  workspace: string;
  /** Where layers are kept until they are decided; outside of the workspace, or one of `denied`. */
  journals: string;
  /** Absolute: files and folders of the workspace that no command sees. */
  denied?: readonly string[];
  /** Absolute: folders outside of it that a command may read. */
  beside?: readonly string[];
}

export interface Rehearsal extends Result {
  /** Empty: it only read. */
  changes: Change[];
  /** What `apply` and `discard` take; absent where there are no changes. */
  layer?: string;
}

/** Longer ones are not passed to a shell. */
const LONGEST = 100_000;

/**
 * Runs the command where it changes nothing.
 * @throws SandboxError where that cannot be had on this machine, EndedError when it was ended (by the signal, for time or
 *   memory), EffectError when what it left cannot be kept
 */
export async function rehearse(
  command: string,
  place: Place,
  limits: Limits = LIMITS,
  signal: AbortSignal = new AbortController().signal,
  follow?: Follow,
): Promise<Rehearsal> {
  if (command.length > LONGEST || command.includes('\0'))
    throw new EffectError('The command is too long, or holds a NUL.');
  const workspace = await realpath(place.workspace);
  const { denied = [], beside = [], journals } = place;
  const startedMs = Date.now();
  const read = async (left: Left): Promise<Rehearsal> => {
    const { exit, stdout, stderr, isCut } = left;
    const result = { exit, stdout, stderr, isCut };
    const folder = await LayerFolder.make(journals);
    try {
      const all = await effectOf(left, workspace, folder, startedMs);
      const changes = (await isOnlyRefreshedIndex(all, workspace, folder.path)) ? [] : all;
      signal.throwIfAborted();
      if (changes.length > 0)
        await folder.write({ id: folder.id, workspace, changes, state: 'ready', result });
      else await folder.remove();
      return { ...result, changes, ...(changes.length > 0 && { layer: folder.id }) };
    } catch (error) {
      await folder.remove();
      throw error;
    }
  };
  return inSandbox(command, { workspace, denied, beside }, limits, signal, read, follow);
}
