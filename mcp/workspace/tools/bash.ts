/**
 * Commands, run first where nothing they do counts. One that changes nothing is a read: it answers what it said, and nobody is
 * asked. Any other does what its card showed, to the file.
 */
import { z } from 'zod';
import { DESTRUCTIVE, READ_ONLY } from '../../annotations';
import { type Preview, previewOutput } from '../../define-tool';
import { riskOutput } from '../../risk';
import { ToolError } from '../../serving/answer';
import { ApplyError, discard } from '../commands/apply';
import { classify } from '../commands/classify';
import { LIMITS } from '../commands/limits';
import { look, NOT_SHOWN, perform, propose } from '../commands/proposals';
import {
  type Change,
  EffectError,
  EndedError,
  type Place,
  type Rehearsal,
  SandboxError,
} from '../commands/rehearse';
import { diffsOf, isShownBy, linesOf, NO_EFFECT, phraseOf, showsEffect } from '../commands/shown-effect';
import { defineTool, type WorkspaceCall } from '../define-tool';
import { undo } from '../fields';
import { standingOf } from '../files/names';
import { changingAsks } from '../files/permission';
import { type Effect, sideOf } from '../undo/kept';
import { remember } from '../undo/remember';

/** Below what is waited for an answer, and for what a card shows. */
const limits = { ...LIMITS, timeMs: 50_000 };
/** Characters of an answer's two outputs. */
const STDOUT = 16_000;
const STDERR = 4_000;

const input = z.strictObject({
  command: z
    .string()
    .min(1)
    .max(8_000)
    .describe(
      'For bash, in the root of the workspace. There is no network, no input, and no program goes on after it',
    ),
});
const said = z.strictObject({
  exit: z.number().int().describe('0 when it succeeded'),
  stdout: z.string(),
  stderr: z.string(),
  cut: z.boolean().optional().describe('More was written than is given: narrow it with head, tail or grep'),
});
const output = said.extend({ changes: z.string().describe('What it changed'), undo });

export const bash = defineTool({
  name: 'bash',
  title: 'Run a command',
  description:
    'Runs a bash command in the workspace. One that changes no file, such as grep, git log or a check of types, answers at once. Of one that does, a person sees first which files it adds, changes and deletes.',
  annotations: DESTRUCTIVE,
  preview: 'bash_preview',
  perCall: 'bash_risk',
  runsCommands: true,
  input,
  output,
  async run({ command }, call) {
    const place = placeOf(call);
    const shown = call.callId === undefined ? undefined : await call.shown?.(call.callId);
    let kept = {};
    const allow = async (changes: readonly Change[]) => {
      if (call.shown) assertShown(changes, shown);
      else assertUnguarded(changes);
      kept = await remember(call, changes.map(effectOf));
    };
    const result = await inWords(call, command, async () => {
      if (!call.shown) return atOnce(command, place, call.signal, allow);
      if (shown && showsEffect(shown)) return perform(command, place, allow);
      return look(command, place, limits, call.signal);
    });
    return { ...answerOf(result), changes: phraseOf(result.changes), ...kept };
  },
});

export const bashRisk = defineTool({
  name: 'bash_risk',
  title: 'Risk: Run a command',
  description: 'Says what one call of bash is: a read where it leaves no effect.',
  annotations: READ_ONLY,
  companion: true,
  runsCommands: true,
  input,
  output: riskOutput,
  async run({ command }, call) {
    const { layer, changes } = await inWords(call, command, () =>
      propose(command, placeOf(call), limits, call.signal, true),
    );
    if (layer === undefined) return READ_ONLY;
    const isGuarded = changes.some(({ path }) => changingAsks(path.split('/')));
    return { ...DESTRUCTIVE, ...(isGuarded && { asksAlways: true }) };
  },
});

export const bashPreview = defineTool({
  name: 'bash_preview',
  title: 'Preview: Run a command',
  description: 'Says what bash would do.',
  annotations: READ_ONLY,
  companion: true,
  runsCommands: true,
  input,
  output: previewOutput,
  async run({ command }, call) {
    const place = placeOf(call);
    const result = await inWords(call, command, () => propose(command, place, limits, call.signal));
    if (result.layer === undefined) return { lines: NO_EFFECT };
    try {
      assertAllowed(result.changes);
    } catch (error) {
      await discard(place.journals, result.layer);
      throw error;
    }
    const diffs = diffsOf(result.changes);
    return { lines: linesOf(result.changes), ...(diffs.length > 0 && { diffs }) };
  },
});

function effectOf({ path, after }: Change): Effect {
  return { path, ...(after && { after: sideOf(after, after.hash?.slice(0, 32)) }) };
}

/**
 * @param shown the lines of the card by which this very call was confirmed
 * @throws ApplyError for any effect but that card's: in yolo, and with permission given ahead, there is none
 */
function assertShown(changes: readonly Change[], shown: Preview['lines'] | undefined): void {
  assertAllowed(changes);
  if (!shown || !isShownBy(shown, changes)) throw new ApplyError(NOT_SHOWN);
}

/** Where nobody is asked here: the client has asked by what the tool declares, and what the command comes to is done. */
async function atOnce(
  command: string,
  place: Place,
  signal: AbortSignal,
  allow: (changes: readonly Change[]) => Promise<void>,
): Promise<Rehearsal> {
  const rehearsal = await propose(command, place, limits, signal, true);
  return rehearsal.layer === undefined ? rehearsal : perform(command, place, allow);
}

/** @throws ToolError for what a person has to confirm each time, where there is nobody to ask */
function assertUnguarded(changes: readonly Change[]): void {
  assertAllowed(changes);
  const guarded = changes.find(({ path }) => changingAsks(path.split('/')));
  if (!guarded) return;
  throw new ToolError(
    `It would change ${JSON.stringify(guarded.path)}, which only a person may allow, each time. Nothing was changed.`,
  );
}

/** @throws ToolError for an effect that no card offers: what `apply` refuses, and what is Amber's own */
function assertAllowed(changes: readonly Change[]): void {
  const one = changes.find(
    ({ path, refused }) => refused !== undefined || standingOf(path.split('/')) === 'refused',
  );
  if (!one) return;
  const why = one.refused ?? 'it belongs to Amber itself';
  throw new ToolError(`It would change ${JSON.stringify(one.path)}: ${why}. Nothing was changed.`);
}

/** @throws ToolError where commands are not set up */
function placeOf({ workspace, commands }: WorkspaceCall): Place {
  if (commands === undefined) throw new ToolError('Commands are not run here.');
  return { workspace: workspace.root, journals: commands.layers, denied: workspace.denied };
}

async function inWords<Result>(
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

function answerOf({ exit, stdout, stderr, isCut }: Rehearsal) {
  const cut = isCut || stdout.length > STDOUT || stderr.length > STDERR;
  return { exit, stdout: stdout.slice(0, STDOUT), stderr: stderr.slice(0, STDERR), ...(cut && { cut }) };
}
