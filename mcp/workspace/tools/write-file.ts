/** Writes a whole file. */
import { z } from 'zod';
import { ToolError } from '../../serving/answer';
import { line } from '../../what-goes';
import { defineChange } from '../define-change';
import type { WorkspaceCall } from '../define-tool';
import { differenceOf } from '../edits/difference';
import { notAsRead } from '../edits/edit-text';
import { path, readHash } from '../fields';
import { mayRead, mayWrite, readingAsks } from '../files/permission';
import { replaceFile } from '../files/replace';
import { bytesOf, hashOf, isMarked, readText, withLineEnds } from '../files/text-file';
import { at, type Place, shown } from '../files/walk';

export const [writeFile, writeFilePreview, writeFileRisk] = defineChange({
  name: 'write_file',
  title: 'Write file',
  description:
    'Writes a whole text file: a new one, or in the place of one that was read. For a part of a file take str_replace.',
  input: z.strictObject({
    path,
    content: z.string().max(5_000_000).describe('All that the file is to hold'),
    hash: readHash
      .optional()
      .describe('The hash that read_file answered; only a file that is not there needs none'),
  }),
  pathsOf: ({ path }) => [path],
  plan: ({ path, content, hash }, call, use) => {
    const { workspace, signal } = call;
    return at(workspace, path, { signal }, async (place) => {
      await mayWrite(place.parts, call);
      const before = place.target && (await textThere(place, hash, call));
      const text = before ? withLineEnds(content, before) : content;
      if (before?.text === text)
        throw new ToolError(`${shown(place.path)} holds exactly that. Nothing would change.`);
      const body = Buffer.from(text, 'utf8');
      // If the model wrote a byte order mark itself, it stands for the file's own.
      const bytes = before && !isMarked(body) ? bytesOf(body, before) : body;
      return use({
        lines: [line(before ? 'File' : 'New file', place.path)],
        get diffs() {
          return readingAsks(place.parts) ? [] : [differenceOf(place.path, before?.text, text)];
        },
        effects: [{ path: place.path, after: { kind: 'file', hash: hashOf(bytes) } }],
        apply: async () => {
          await replaceFile(place, bytes, signal);
          return { message: `Wrote ${place.path}.`, hash: hashOf(bytes) };
        },
      });
    });
  },
});

async function textThere(place: Place, hash: string | undefined, call: WorkspaceCall) {
  await mayRead(place.parts, call);
  const file = await readText(place, call.signal);
  if (file.hash !== hash) throw notAsRead(place.path);
  return file;
}
