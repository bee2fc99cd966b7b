// Shared with the browser: types and pure functions only.
/** The result of importing a file of another app's chats. */

/** In bytes. */
export const MOST_IMPORT_BYTES = 60_000_000;
/** Per person: imported chats, and their characters in total. */
export const MOST_IMPORTED = 10_000;
export const MOST_IMPORTED_CHARACTERS = 200_000_000;
/** Files that one person may import per hour. */
export const MOST_IMPORTS_AN_HOUR = 20;

export interface ImportReport {
  /** Chats that were imported now. */
  taken: number;
  messages: number;
  /** Chats that had been imported before. */
  known: number;
  /** Chats without text, and those of an unknown format. */
  empty: number;
  broken: number;
  /** Chats that exceed what one person may have imported, in number or length. */
  beyond: number;
  /** Left out of the imported chats: tool calls, images and files, and messages or parts of them that were too long. */
  tools: number;
  files: number;
  cut: number;
  /** Why not all of the file was read; absent if it was. */
  problem?: string;
}
