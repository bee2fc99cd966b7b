/** Deletes a file, a link, or an empty folder. */
import { rmdir, unlink } from 'node:fs/promises';
import { z } from 'zod';
import { defineChange } from '../define-change';
import { thingAt } from '../edits/thing';
import { path } from '../fields';
import { mayWrite, readingAsks } from '../files/permission';
import { assertUnchanged } from '../files/replace';
import { at } from '../files/walk';

export const [deleteFile, deleteFilePreview, deleteFileRisk] = defineChange({
  name: 'delete_file',
  title: 'Delete file',
  description: 'Deletes a file, a link (not what it leads to), or a folder that is empty.',
  input: z.strictObject({ path }),
  pathsOf: ({ path }) => [path],
  linkItself: true,
  plan: ({ path }, call, use) => {
    const { workspace, signal } = call;
    return at(workspace, path, { signal, linkItself: true }, async (place) => {
      await mayWrite(place.parts, call);
      const { lines, diffs, kind } = await thingAt(workspace, place, signal, 'Deleted');
      return use({
        lines,
        ...(diffs && !readingAsks(place.parts) && { diffs }),
        effects: [{ path: place.path }],
        apply: async () => {
          await assertUnchanged(place);
          signal.throwIfAborted();
          const full = `${place.parent.at}/${place.name}`;
          await (kind === 'folder' ? rmdir(full) : unlink(full));
          return { message: `Deleted ${place.path}.` };
        },
      });
    });
  },
});
