// Shared with the browser: types and pure functions only.
/** The results of searching a person's own chats, as the API returns them. */

/** A piece of a text; `hit`: it matches the search. Always shown as plain text. */
export interface Piece {
  text: string;
  hit?: true;
}

export interface FoundChat {
  id: string;
  title: Piece[];
  archived?: true;
  /** ISO 8601, UTC. */
  updatedAt: string;
}

export interface FoundMessage {
  chatId: string;
  /** The chat's current title. */
  title: string;
  /** Whether the chat is. */
  archived?: true;
  id: string;
  role: 'user' | 'assistant';
  createdAt: string;
  /** The surroundings of the first hit. */
  excerpt: Piece[];
}

export interface Found {
  /** Chats whose title contains all the words, newest first; on the first page only. */
  chats: FoundChat[];
  /** Messages with all the words, newest first. */
  messages: FoundMessage[];
  /** The `cursor` for older messages; null if there are none. */
  next: string | null;
}

/** The address that opens a chat at a message. */
export function pathOfMessage(chatId: string, messageId: string): string {
  return `/chat/${chatId}?message=${encodeURIComponent(messageId)}`;
}
