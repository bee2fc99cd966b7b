/** Takes back what a call changed, or what all calls of an answer did. */
import { z } from 'zod';
import { DESTRUCTIVE, READ_ONLY } from '../../annotations';
import { previewOutput } from '../../define-tool';
import { riskOutput } from '../../risk';
import { ToolError } from '../../serving/answer';
import { ApplyError, apply } from '../commands/apply';
import type { Change } from '../commands/layer';
import { diffsOf, isShownBy, linesOf, phraseOf } from '../commands/shown-effect';
import { defineTool, type WorkspaceCall } from '../define-tool';
import { undo } from '../fields';
import { changingAsks } from '../files/permission';
import { Kept, sideOf } from '../undo/kept';
import { remember } from '../undo/remember';
import { layerOf, plan } from '../undo/take-back';

const input = z.strictObject({
  callId: z.string().min(1).max(100).describe('The `undo` that a change answered'),
  all: z.boolean().default(false).describe('Also all that was changed in the same answer, in one step'),
});

export const workspaceUndo = defineTool({
  name: 'workspace_undo',
  title: 'Take back',
  description:
    'Takes back what a call changed in the workspace, or all calls of its answer. Where a file has changed since, nothing is taken back.',
  annotations: DESTRUCTIVE,
  preview: 'workspace_undo_preview',
  perCall: 'workspace_undo_risk',
  takesBack: true,
  input,
  output: z.strictObject({ message: z.string(), undo }),
  async run(args, call) {
    const { kept, journals, changes } = await planned(args, call);
    const shown = call.callId === undefined ? undefined : await call.shown?.(call.callId);
    // Without a card, it runs only if nothing in it always asks a person.
    const isFit = shown ? isShownBy(shown, changes) : !changes.some(isGuarded);
    if (!isFit)
      throw new ToolError(
        'What it would do has not been shown to anybody, or has changed since. Nothing was done.',
      );
    const own = await remember(
      call,
      changes.map(({ path, after }) => ({ path, ...(after && { after: sideOf(after, after.hash) }) })),
    );
    call.signal.throwIfAborted();
    const layer = await layerOf(kept, call.workspace.root, journals, changes);
    try {
      await apply(journals, layer);
    } catch (error) {
      throw error instanceof ApplyError ? new ToolError(error.message) : error;
    }
    return { message: `Taken back: it ${phraseOf(changes)}.`, ...own };
  },
});

export const workspaceUndoPreview = defineTool({
  name: 'workspace_undo_preview',
  title: 'Preview: Take back',
  input,
  output: previewOutput,
  description: 'Says what workspace_undo would do.',
  annotations: READ_ONLY,
  companion: true,
  takesBack: true,
  async run(args, call) {
    const { changes } = await planned(args, call);
    const diffs = diffsOf(changes);
    return { lines: linesOf(changes), ...(diffs.length > 0 && { diffs }) };
  },
});

export const workspaceUndoRisk = defineTool({
  name: 'workspace_undo_risk',
  title: 'Risk: Take back',
  input,
  output: riskOutput,
  description: 'Says what one call of workspace_undo is.',
  annotations: READ_ONLY,
  companion: true,
  takesBack: true,
  async run(args, call) {
    const { changes } = await planned(args, call);
    return { ...DESTRUCTIVE, ...(changes.some(isGuarded) && { asksAlways: true }) };
  },
});

async function planned(
  { callId, all }: z.output<typeof input>,
  { takingBack, commands, workspace }: WorkspaceCall,
) {
  if (!takingBack || !commands) throw new ToolError('Nothing can be taken back here.');
  const kept = new Kept(takingBack.folder, workspace.root);
  const ids = all ? await takingBack.callsOfAnswer(callId) : [callId];
  return { kept, journals: commands.layers, changes: await plan(kept, workspace.root, ids) };
}

const isGuarded = ({ path }: Change) => changingAsks(path.split('/'));
