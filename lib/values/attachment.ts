// Shared with the browser: types and pure functions only.
/** A file that a person has attached to a message: what of it is said with the message, and what of it the model reads. */

/** By its bytes: a picture, or something of which the words are read. */
export type FileKind = 'image' | 'text' | 'table' | 'sheet' | 'pdf' | 'document';

/** Where a file is from that a person has taken of a connected server. All but `vouched` are the server's words. */
export interface Source {
  server: string;
  /** Of a resource: its address. */
  uri?: string;
  /** The file stands for the words of a prompt of this name, with which the message began. */
  prompt?: string;
  /** Whether somebody vouched for the server by then. */
  vouched: boolean;
}

export interface Attachment {
  /** Of the upload, under which its bytes are kept. */
  id: string;
  /** As the person's disk has it: data. */
  name: string;
  kind: FileKind;
  mimeType: string;
  /** In bytes. */
  size: number;
  /** How many characters of its words are kept; 0 for a picture. */
  characters: number;
  /** It holds more words than are kept. */
  cut?: true;
  /** Of a picture, in pixels. */
  width?: number;
  height?: number;
  /** Absent: it is from the person's disk. */
  source?: Source;
}

/** Files of one message. */
export const MOST_FILES = 10;
/** What of one file is kept, in characters. */
export const MOST_KEPT = 200_000;
/** What the model reads of one file, and of all files of one message, in characters. */
const MOST_OF_FILE = 60_000;
const MOST_OF_MESSAGE = 120_000;

/** How many characters the model reads of each of a message's files, in their order: the first ones first. */
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
