/** Renames or moves a file or a folder. */
import { link, rename, unlink } from 'node:fs/promises';
import { z } from 'zod';
import { ToolError } from '../../serving/answer';
import { line } from '../../what-goes';
import { defineChange } from '../define-change';
import { thingAt } from '../edits/thing';
import { path } from '../fields';
import { mayWrite, readingAsks } from '../files/permission';
import { assertUnchanged } from '../files/replace';
import { at, isSamePlace, type Place, shown } from '../files/walk';

export const [moveFile, moveFilePreview, moveFileRisk] = defineChange({
  name: 'move_file',
  title: 'Move file',
  description:
    'Gives a file or a folder another name or place. A file that stands there already is replaced.',
  input: z.strictObject({ from: path, to: path.describe('The new path, with the name') }),
  pathsOf: ({ from, to }) => [from, to],
  linkItself: true,
  plan: ({ from, to }, call, use) => {
    const { workspace, signal } = call;
    const options = { signal, linkItself: true };
    return at(workspace, from, options, (source) =>
      at(workspace, to, options, async (target) => {
        for (const place of [source, target]) await mayWrite(place.parts, call);
        const moved = await thingAt(workspace, source, signal, 'Moved', { holdsAnything: true });
        if (isSamePlace(source, target))
          throw new ToolError(`${shown(to)} is where it is. Nothing would change.`);
        const replaced = target.target && (await thingAt(workspace, target, signal, 'Replaced'));
        if (replaced && (replaced.kind === 'folder' || moved.kind === 'folder'))
          throw new ToolError(`${shown(to)} is there already. Nothing was moved.`);
        return use({
          lines: [...moved.lines, line('To', target.path), ...(replaced?.lines ?? [])],
          ...(replaced?.diffs && !readingAsks(target.parts) && { diffs: replaced.diffs }),
          effects: [{ path: source.path }, { path: target.path, after: { movedFrom: source.path } }],
          apply: async () => {
            await assertUnchanged(source);
            await assertUnchanged(target);
            signal.throwIfAborted();
            await move(source, target, moved.kind === 'file');
            return { message: `Moved ${source.path} to ${target.path}.` };
          },
        });
      }),
    );
  },
});

/** If the target was free, a file never overwrites what has appeared there meanwhile. */
async function move(source: Place, target: Place, isFile: boolean): Promise<void> {
  const [from, to] = [source, target].map(({ parent, name }) => `${parent.at}/${name}`) as [string, string];
  if (target.target || !isFile) return rename(from, to);
  await link(from, to);
  await unlink(from);
}
