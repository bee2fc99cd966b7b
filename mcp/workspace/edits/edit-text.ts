/** Changes the text of an existing file that was read before. */

import { ToolError } from '../../serving/answer';
import { line } from '../../what-goes';
import type { Change } from '../define-change';
import type { WorkspaceCall } from '../define-tool';
import { mayRead, mayWrite, readingAsks } from '../files/permission';
import { replaceFile } from '../files/replace';
import { bytesOf, hashOf, readText, type TextFile } from '../files/text-file';
import { at, type Place, shown } from '../files/walk';
import { differenceOf } from './difference';

interface Edit {
  path: string;
  /** The hash that reading the file returned. */
  hash: string;
  /** Returns the new body of the file. */
  change(file: TextFile): Buffer;
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
    const body = change(file);
    signal.throwIfAborted();
    return use(new TextChange(place, file, body, signal));
  });
}

/** Computed only when asked for: on ten megabytes, each hash and each decoding takes as long as writing the file. */
class TextChange implements Change {
  readonly lines: Change['lines'];
  private readonly place: Place;
  private readonly file: TextFile;
  private readonly body: Buffer;
  private readonly bytes: Buffer;
  private readonly signal: AbortSignal;
  private hash: string | undefined;

  constructor(place: Place, file: TextFile, body: Buffer, signal: AbortSignal) {
    this.lines = [line('File', place.path)];
    this.place = place;
    this.file = file;
    this.body = body;
    this.bytes = bytesOf(body, file);
    this.signal = signal;
  }

  /** Only needed by a card. Cards are stored, so they show no contents of files that may hold secrets. */
  get diffs() {
    const { place, file, body } = this;
    return readingAsks(place.parts) ? [] : [differenceOf(place.path, file.text, body.toString('utf8'))];
  }

  get effects(): Change['effects'] {
    return [{ path: this.place.path, after: { kind: 'file', hash: this.after() } }];
  }

  async apply() {
    await replaceFile(this.place, this.bytes, this.signal);
    return { message: `Changed ${this.place.path}.`, hash: this.after() };
  }

  private after(): string {
    this.hash ??= hashOf(this.bytes);
    return this.hash;
  }
}

export function notAsRead(path: string): ToolError {
  return new ToolError(
    `${shown(path)} was not read, or is not what it was when it was read. Nothing was written; read it with read_file and give its hash.`,
  );
}
