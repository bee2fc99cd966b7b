// Shared with the browser: types and pure functions only.
/** What became of a file of another app's chats. */

/** In bytes. */
export const MOST_IMPORT_BYTES = 60_000_000;
/** Imported chats of one person, and what they say in all, in characters. */
export const MOST_IMPORTED = 10_000;
export const MOST_IMPORTED_CHARACTERS = 200_000_000;
/** Files that one person imports within an hour. */
export const MOST_IMPORTS_AN_HOUR = 20;

export interface ImportReport {
  /** Chats that are here now. */
  taken: number;
  messages: number;
  /** Chats that were taken before. */
  known: number;
  /** Chats without a word in them, and those of a shape that is not known. */
  empty: number;
  broken: number;
  /** Chats beyond what one person may have imported, by number or by length. */
  beyond: number;
  /** In the chats that were taken: steps of tools, pictures and files, and messages or parts of them that were too long. */
  tools: number;
  files: number;
  cut: number;
  /** Why not all of the file was read; absent: it was. */
  problem?: string;
}
