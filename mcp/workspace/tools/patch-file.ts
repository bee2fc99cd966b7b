/** Replaces several texts in a file, all or none. */
import { z } from 'zod';
import { defineChange } from '../define-change';
import { editText } from '../edits/edit-text';
import { replaceOnce } from '../edits/replace-once';
import { path, readHash } from '../fields';
import { withLineEnds } from '../files/text-file';

const text = z.string().max(1_000_000);

export const [patchFile, patchFilePreview, patchFileRisk] = defineChange({
  name: 'patch_file',
  title: 'Change file in several places',
  description:
    'Replaces several texts of a file, one after the other: each must then stand there exactly once. If one does not fit, nothing is written. Read the file first.',
  input: z.strictObject({
    path,
    patches: z
      .array(
        z.strictObject({
          find: text.min(1).describe('What stands there'),
          replace: text.describe('What is to'),
        }),
      )
      .min(1)
      .max(100)
      .describe('In the order in which they are made'),
    hash: readHash,
  }),
  pathsOf: ({ path }) => [path],
  plan: ({ path, patches, hash }, call, use) =>
    editText(
      {
        path,
        hash,
        change: (file) =>
          patches.reduce((all, { find, replace }, place) => {
            call.signal.throwIfAborted();
            const [old, now] = [withLineEnds(find, file), withLineEnds(replace, file)];
            return replaceOnce(all, old, now, `patches.${place}.find`);
          }, file.body),
      },
      call,
      use,
    ),
});
