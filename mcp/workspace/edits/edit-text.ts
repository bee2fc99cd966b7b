/** Changes the text of a file that is there, and was read. */

import { ToolError } from '../../serving/answer';
import { line } from '../../what-goes';
import type { Change } from '../define-change';
import type { WorkspaceCall } from '../define-tool';
import { mayRead, mayWrite, readingAsks } from '../files/permission';
import { replaceFile } from '../files/replace';
import { bytesOf, hashOf, readText, type TextFile } from '../files/text-file';
import { at, shown } from '../files/walk';
import { differenceOf } from './difference';

interface Edit {
  path: string;
  /** What reading the file answered. */
  hash: string;
  /** The text as it is to be. */
  change(file: TextFile): string;
}

export function editText<Result>(
  { path, hash, change }: Edit,
  call: WorkspaceCall,
  use: (change: Change) => Promise<Result>,
): Promise<Result> {
  const { workspace, signal } = call;
  return at(workspace, path, { signal }, async (place) => {
    await mayRead(place.parts, call);
    await mayWrite(place.parts, call);
    const file = await readText(place, signal);
    if (file.hash !== hash) throw notAsRead(place.path);
    const text = change(file);
    signal.throwIfAborted();
    const bytes = bytesOf(text, file);
    // Once: of ten megabytes it takes as long as to write them.
    const after = hashOf(bytes);
    return use({
      lines: [line('File', place.path)],
      // Only a card needs it; and what a card shows is kept.
      get diffs() {
        return readingAsks(place.parts) ? [] : [differenceOf(place.path, file.text, text)];
      },
      effects: [{ path: place.path, after: { kind: 'file', hash: after } }],
      apply: async () => {
        await replaceFile(place, bytes, signal);
        return { message: `Changed ${place.path}.`, hash: after };
      },
    });
  });
}

export function notAsRead(path: string): ToolError {
  return new ToolError(
    `${shown(path)} was not read, or is not what it was when it was read. Nothing was written; read it with read_file and give its hash.`,
  );
}
