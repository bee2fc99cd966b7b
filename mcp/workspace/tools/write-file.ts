/** Writes a whole file. */
import { z } from 'zod';
import { ToolError } from '../../serving/answer';
import { line } from '../../what-goes';
import { defineChange } from '../define-change';
import { differenceOf } from '../edits/difference';
import { notAsRead } from '../edits/edit-text';
import { path, readHash } from '../fields';
import { mayRead, mayWrite } from '../files/refusals';
import { replaceFile } from '../files/replace';
import { bytesOf, hashOf, readText, withLineEnds } from '../files/text-file';
import { at, type Place, shown } from '../files/walk';

export const [writeFile, writeFilePreview] = defineChange({
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
  plan: ({ path, content, hash }, { workspace, signal }, use) =>
    at(workspace, path, { signal }, async (place) => {
      mayWrite(place.parts);
      const before = place.target && (await textThere(place, hash, signal));
      const text = before ? withLineEnds(content, before) : content;
      if (before?.text === text)
        throw new ToolError(`${shown(place.path)} holds exactly that. Nothing would change.`);
      const bytes = before ? bytesOf(text, before) : Buffer.from(text, 'utf8');
      return use({
        lines: [line(before ? 'File' : 'New file', place.path)],
        diffs: [differenceOf(place.path, before?.text, text)],
        apply: async () => {
          await replaceFile(place, bytes, signal);
          return { message: `Wrote ${place.path}.`, hash: hashOf(bytes) };
        },
      });
    }),
});

async function textThere(place: Place, hash: string | undefined, signal: AbortSignal) {
  mayRead(place.parts);
  const file = await readText(place, signal);
  if (file.hash !== hash) throw notAsRead(place.path);
  return file;
}
