/** Replaces one text in a file. */
import { z } from 'zod';
import { defineChange } from '../define-change';
import { editText } from '../edits/edit-text';
import { replaceOnce } from '../edits/replace-once';
import { path, readHash } from '../fields';
import { withLineEnds } from '../files/text-file';

const text = z.string().max(1_000_000);

export const [strReplace, strReplacePreview, strReplaceRisk] = defineChange({
  name: 'str_replace',
  title: 'Replace in file',
  description:
    'Replaces a text of a file with another. It must stand there exactly once, to the letter; read the file first.',
  input: z.strictObject({
    path,
    old_string: text.min(1).describe('What stands there, with white space, once in the file'),
    new_string: text.describe('What is to stand there, taken as it is'),
    hash: readHash,
  }),
  pathsOf: ({ path }) => [path],
  plan: ({ path, old_string, new_string, hash }, call, use) =>
    editText(
      {
        path,
        hash,
        change: (file) => {
          const [old, now] = [withLineEnds(old_string, file), withLineEnds(new_string, file)];
          return replaceOnce(file.body, old, now, 'old_string');
        },
      },
      call,
      use,
    ),
});
