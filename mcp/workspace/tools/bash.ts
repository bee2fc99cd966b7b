/**
 * Commands, run first in a sandbox. A command that changes nothing is a read: it answers its output, and nobody is
 * asked. Any other does what its card showed, file by file.
 */
import { z } from 'zod';
import { DESTRUCTIVE, READ_ONLY } from '../../annotations';
import { previewOutput } from '../../define-tool';
import { riskOutput } from '../../risk';
import { discard } from '../commands/apply';
import { LIMITS } from '../commands/limits';
import { assertAllowed, inWords, permit, placeOf, shownTo } from '../commands/permitted';
import { look, perform, propose } from '../commands/proposals';
import type { Change, Place, Rehearsal } from '../commands/rehearse';
import { diffsOf, linesOf, NO_EFFECT, phraseOf, showsEffect } from '../commands/shown-effect';
import { defineTool, type WorkspaceCall } from '../define-tool';
import { undo } from '../fields';
import { changingAsks } from '../files/permission';

/** Shorter than the time for which an answer, or a card, is waited for. */
const limits = { ...LIMITS, timeMs: 50_000 };
/** Characters of the two outputs in an answer. */
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
  background: z
    .boolean()
    .default(false)
    .describe(
      'It goes on while you do other things, for up to 10 minutes: read it with bash_output. It ends with your answer, or by bash_end; only then is asked about what it has changed',
    ),
});
const said = z.strictObject({
  exit: z.number().int().optional().describe('0 when it succeeded; absent: it goes on'),
  stdout: z.string(),
  stderr: z.string(),
  cut: z.boolean().optional().describe('More was written than is given: narrow it with head, tail or grep'),
});
const output = said.extend({
  id: z.string().optional().describe('Of what goes on in the background, for bash_output and bash_end'),
  changes: z.string().describe('What it changed'),
  undo,
});

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
  async run({ command, background }, call) {
    if (background) return begin(command, call);
    const place = placeOf(call);
    const shown = await shownTo(call);
    let kept = {};
    const allow = async (changes: readonly Change[]) => {
      kept = await permit(changes, shown, call);
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
  async run({ command, background }, call) {
    // None of its effects are applied before it has ended and a card has shown them.
    if (background) return READ_ONLY;
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
  async run({ command, background }, call) {
    if (background) return { lines: LATER };
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

/** For a card about starting a command in the background. */
const LATER = [
  ...NO_EFFECT,
  { label: 'In the background', value: 'What it changes is shown when it has ended' },
];

async function begin(command: string, call: WorkspaceCall) {
  const { commands, callId } = call;
  const id = await inWords(call, command, async () =>
    commands?.background.start(command, placeOf(call), callId),
  );
  return { ...(id !== undefined && { id }), stdout: '', stderr: '', changes: 'nothing so far' };
}

/** For clients that ask people themselves, by what the tool declares: whatever the command would do is done. */
async function atOnce(
  command: string,
  place: Place,
  signal: AbortSignal,
  allow: (changes: readonly Change[]) => Promise<void>,
): Promise<Rehearsal> {
  const rehearsal = await propose(command, place, limits, signal, true);
  return rehearsal.layer === undefined ? rehearsal : perform(command, place, allow);
}

function answerOf({ exit, stdout, stderr, isCut }: Rehearsal) {
  const cut = isCut || stdout.length > STDOUT || stderr.length > STDERR;
  return { exit, stdout: stdout.slice(0, STDOUT), stderr: stderr.slice(0, STDERR), ...(cut && { cut }) };
}
