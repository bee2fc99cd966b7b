/** Shared by the tools that apply effects of commands: which effects they may apply, and the messages for what fails. */
import type { Preview } from '../../define-tool';
import { ToolError } from '../../serving/answer';
import type { WorkspaceCall } from '../define-tool';
import { standingOf } from '../files/names';
import { changingAsks } from '../files/permission';
import { type Effect, sideOf } from '../undo/kept';
import { remember } from '../undo/remember';
import { ApplyError } from './apply';
import { classify } from './classify';
import { NOT_SHOWN } from './proposals';
import { type Change, EffectError, EndedError, type Place, SandboxError } from './rehearse';
import { isShownBy } from './shown-effect';

/**
 * Comes before an effect is applied: checks that it is permitted, and keeps what is there now for undoing it.
 * @returns the fields to add to the tool's answer
 * @throws ApplyError unless it is exactly the effect on the card that confirmed this call; a call under yolo or a grant
 *   has no card. Where nobody is asked here, ToolError for what a person has to confirm each time
 */
export async function permit(
  changes: readonly Change[],
  shown: Preview['lines'] | undefined,
  call: WorkspaceCall,
): Promise<{ undo?: string }> {
  assertAllowed(changes);
  if (!call.shown) assertUnguarded(changes);
  else if (!shown || !isShownBy(shown, changes)) throw new ApplyError(NOT_SHOWN);
  return remember(call, changes.map(effectOf));
}

/** The lines of the card by which this call was confirmed. */
export async function shownTo(call: WorkspaceCall): Promise<Preview['lines'] | undefined> {
  return call.callId === undefined ? undefined : call.shown?.(call.callId);
}

function effectOf({ path, after }: Change): Effect {
  return { path, ...(after && { after: sideOf(after, after.hash?.slice(0, 32)) }) };
}

/** @throws ToolError for what a person has to confirm each time, since nobody can be asked here */
function assertUnguarded(changes: readonly Change[]): void {
  const guarded = changes.find(({ path }) => changingAsks(path.split('/')));
  if (!guarded) return;
  throw new ToolError(
    `It would change ${JSON.stringify(guarded.path)}, which only a person may allow, each time. Nothing was changed.`,
  );
}

/** @throws ToolError for effects that are never offered: what `apply` refuses, and Amber's own files */
export function assertAllowed(changes: readonly Change[]): void {
  const one = changes.find(
    ({ path, refused }) => refused !== undefined || standingOf(path.split('/')) === 'refused',
  );
  if (!one) return;
  const why = one.refused ?? 'it belongs to Amber itself';
  throw new ToolError(`It would change ${JSON.stringify(one.path)}: ${why}. Nothing was changed.`);
}

/** @throws ToolError where commands are not set up */
export function placeOf({ workspace, commands }: WorkspaceCall): Place {
  if (commands === undefined) throw new ToolError('Commands are not run here.');
  return { workspace: workspace.root, journals: commands.layers, denied: workspace.denied };
}

export async function inWords<Result>(
  { workspace, signal }: WorkspaceCall,
  command: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const { class: kind, why } = classify(command, workspace.root);
  if (kind === 'refused') throw new ToolError(`It is refused: ${why}. Nothing was run.`);
  try {
    return await run();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SandboxError) {
      throw new ToolError(
        `This machine does not let Amber run commands apart from everything else, so only those are run that name each file they read: ${error.message}. Nothing was run.`,
      );
    }
    if (error instanceof EndedError)
      throw new ToolError(`${error.message} Nothing was changed. ${error.stdout.slice(-1_000)}`);
    if (error instanceof EffectError || error instanceof ApplyError) throw new ToolError(error.message);
    throw error;
  }
}
