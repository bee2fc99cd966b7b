/**
 * Judges commands by their effect: a command first runs in a sandbox, and what it changed there is what it would do. If
 * it changed nothing, it only read, and its output is the result; otherwise a person sees the effect, and `apply`
 * applies exactly that (see `apply.ts`).
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
  /** Where layers are kept until they are decided on; outside the workspace, or among `denied`. */
  journals: string;
  /** Absolute: files and folders in the workspace that commands cannot see. */
  denied?: readonly string[];
  /** Absolute: folders outside it that a command may read. */
  beside?: readonly string[];
}

export interface Rehearsal extends Result {
  /** Empty: it only read. */
  changes: Change[];
  /** The layer that `apply` and `discard` take; absent if nothing would change. */
  layer?: string;
}

/** Longer ones are not passed to a shell. */
const LONGEST = 100_000;

/**
 * Runs the command in a sandbox.
 * @throws SandboxError if this machine cannot make one, EndedError if the command was ended (by the signal, or a limit
 *   of time or memory), EffectError if its effect cannot be kept
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
