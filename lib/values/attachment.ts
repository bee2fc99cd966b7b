// Shared with the browser: types and pure functions only.
/** A file that a person has attached to a message: what the message says about it, and what the model reads of it. */

/** Decided by its bytes: a picture, or something whose text is read. */
export type FileKind = 'image' | 'text' | 'table' | 'sheet' | 'pdf' | 'document';

/** Where a file came from that a person took from a connected server. All but `vouched` are the server's words. */
export interface Source {
  server: string;
  /** Of a resource: its address. */
  uri?: string;
  /** The file holds the text of a prompt of this name, which began the message. */
  prompt?: string;
  /** Whether the server was trusted at that time. */
  vouched: boolean;
}

export interface Attachment {
  /** The id of the upload that holds its bytes. */
  id: string;
  /** The name it had on the person's disk: data. */
  name: string;
  kind: FileKind;
  mimeType: string;
  /** In bytes. */
  size: number;
  /** How many characters of its text are kept; 0 for a picture. */
  characters: number;
  /** Its text is longer than what is kept. */
  cut?: true;
  /** Of a picture, in pixels. */
  width?: number;
  height?: number;
  /** Absent: it came from the person's disk. */
  source?: Source;
}

/** Files of one message. */
export const MOST_FILES = 10;
/** What of one file is kept, in characters. */
export const MOST_KEPT = 200_000;
/** What the model reads of one file, and of all files of one message, in characters. */
const MOST_OF_FILE = 60_000;
const MOST_OF_MESSAGE = 120_000;

/** How many characters the model reads of each of a message's files, filling the first ones first. */
export function sharesOf(files: readonly Pick<Attachment, 'characters'>[]): number[] {
  let left = MOST_OF_MESSAGE;
  return files.map(({ characters }) => {
    const share = Math.min(characters, MOST_OF_FILE, left);
    left -= share;
    return share;
  });
}

/** A part of a stored message that is a file. */
export function attachmentIn(part: unknown): Attachment | undefined {
  const { type, data } = (part ?? {}) as { type?: unknown; data?: Attachment };
  return type === 'data-attachment' ? data : undefined;
}
