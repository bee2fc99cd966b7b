/**
 * Commands that run in the background: their output, and their end. Asking for the end of a command ends it: only then
 * can its changes be determined, and they are applied only after a card has shown them.
 */
import { z } from 'zod';
import { DESTRUCTIVE, READ_ONLY } from '../../annotations';
import { type Preview, previewOutput } from '../../define-tool';
import { riskOutput } from '../../risk';
import type { BackgroundRecord } from '../background/record';
import { apply } from '../commands/apply';
import { assertAllowed, inWords, permit, placeOf, shownTo } from '../commands/permitted';
import type { Change } from '../commands/rehearse';
import { diffsOf, linesOf, NO_EFFECT, phraseOf } from '../commands/shown-effect';
import { defineTool, type WorkspaceCall } from '../define-tool';
import { undo } from '../fields';
import { changingAsks } from '../files/permission';

/** Bytes of output in one answer. */
const MOST_SAID = 16_000;
/** Characters per line of a card. */
const LINE = 450;

const id = z.string().min(1).max(100).describe('The `id` that bash answered');
const from = z
  .number()
  .int()
  .min(0)
  .default(0)
  .describe('From where to read: the `next` of the answer before');
const ended = {
  status: z.enum(['running', 'ended']),
  exit: z.number().int().optional().describe('0 when it succeeded'),
  why: z.string().optional().describe('Why it ended, if not by itself'),
  output: z.string().describe('What it wrote to both of its outputs'),
  next: z.number().int().describe('From where to go on'),
  cut: z.boolean().optional().describe('It has written more than is kept'),
};

export const bashOutput = defineTool({
  name: 'bash_output',
  title: 'Read what a command says',
  description:
    'Reads what a command in the background has written since, and whether it still goes on. Waits for that if you say so.',
  annotations: READ_ONLY,
  repeatable: true,
  runsCommands: true,
  input: z.strictObject({
    id,
    from,
    wait: z.number().int().min(0).max(30).default(0).describe('So many seconds for more output, or its end'),
  }),
  output: z.strictObject(ended),
  run: (args, call) => read(args, call),
});

const input = z.strictObject({ id, from });

export const bashEnd = defineTool({
  name: 'bash_end',
  title: 'End a command',
  description:
    'Ends a command in the background, or takes note that it has ended. What it has changed is done then, when a person has seen it; else it is thrown away.',
  annotations: DESTRUCTIVE,
  preview: 'bash_end_preview',
  perCall: 'bash_end_risk',
  runsCommands: true,
  input,
  output: z.strictObject({ ...ended, changes: z.string().describe('What it changed'), undo }),
  async run(args, call) {
    const { record, changes } = await atItsEnd(args, call);
    const shown = await shownTo(call);
    let kept = {};
    const { layer } = record.ended ?? {};
    if (layer !== undefined) {
      await inWords(call, record.command, async () => {
        kept = await permit(changes, shown, call);
        await apply(placeOf(call).journals, layer);
      });
      await call.commands?.background.done(record);
    }
    return { ...(await read({ ...args, wait: 0 }, call)), changes: phraseOf(changes), ...kept };
  },
});

export const bashEndRisk = defineTool({
  name: 'bash_end_risk',
  title: 'Risk: End a command',
  input,
  output: riskOutput,
  description:
    'Ends a command in the background, and says what bash_end is then: a read where it has changed nothing.',
  annotations: READ_ONLY,
  companion: true,
  runsCommands: true,
  async run(args, call) {
    const { changes } = await atItsEnd(args, call, false);
    if (changes.length === 0) return READ_ONLY;
    const isGuarded = changes.some(({ path }) => changingAsks(path.split('/')));
    return { ...DESTRUCTIVE, ...(isGuarded && { asksAlways: true }) };
  },
});

export const bashEndPreview = defineTool({
  name: 'bash_end_preview',
  title: 'Preview: End a command',
  input,
  output: previewOutput,
  description: 'Ends a command in the background, and says what bash_end would do.',
  annotations: READ_ONLY,
  companion: true,
  runsCommands: true,
  async run(args, call) {
    const { record, changes } = await atItsEnd(args, call);
    const command = commandLines(record.command);
    if (changes.length === 0) return { lines: [...command, ...NO_EFFECT] };
    assertAllowed(changes);
    const diffs = diffsOf(changes);
    return { lines: [...command, ...linesOf(changes)], ...(diffs.length > 0 && { diffs }) };
  },
});

/** @param isOffered a person is being shown its effect, or it is about to be applied */
async function atItsEnd(
  { id: which }: z.output<typeof input>,
  call: WorkspaceCall,
  isOffered = true,
): Promise<{ record: BackgroundRecord; changes: readonly Change[] }> {
  const { background } = call.commands ?? {};
  const record = await background?.end(which, call.signal);
  if (!background || !record) throw new Error('Commands are not run here.');
  if (isOffered) await background.offered(record);
  return { record, changes: await inWords(call, record.command, () => background.effectOf(record)) };
}

async function read(
  { id: which, from, wait }: { id: string; from: number; wait: number },
  { commands, signal }: WorkspaceCall,
) {
  if (!commands) throw new Error('Commands are not run here.');
  const waiting = { from, most: MOST_SAID, waitMs: wait * 1_000 };
  const { record, text, next, isCut } = await commands.background.output(which, waiting, signal);
  const { exit, why } = record.ended ?? {};
  return {
    status: record.ended ? ('ended' as const) : ('running' as const),
    ...(exit !== undefined && { exit }),
    ...(why !== undefined && why !== 'itself' && { why: record.ended?.message ?? WHY[why] }),
    output: text,
    next,
    ...(isCut && { cut: true }),
  };
}

const WHY: Record<string, string> = {
  asked: 'It was ended.',
  time: 'It went on for 10 minutes and was ended.',
};

/** The whole command, in lines of a card. */
function commandLines(command: string): Preview['lines'] {
  const pieces = command.match(new RegExp(`[\\s\\S]{1,${LINE}}`, 'g')) ?? [];
  return pieces.map((piece) => ({ label: 'Command', value: piece }));
}
