/** What a tool that does effects of commands goes by: which of them it may do, and the words of what fails. */
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
 * What comes before an effect: the look at whether it may be had, and keeping what stands there.
 * @returns for the tool's answer
 * @throws ApplyError for any effect but that of the card by which this very call was confirmed: in yolo, and with permission given ahead,
 *   there is none. Where nobody is asked here, ToolError for what a person has to confirm each time
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

/** @throws ToolError for what a person has to confirm each time, where there is nobody to ask */
function assertUnguarded(changes: readonly Change[]): void {
  const guarded = changes.find(({ path }) => changingAsks(path.split('/')));
  if (!guarded) return;
  throw new ToolError(
    `It would change ${JSON.stringify(guarded.path)}, which only a person may allow, each time. Nothing was changed.`,
  );
}

/** @throws ToolError for an effect that no card offers: what `apply` refuses, and what is Amber's own */
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
