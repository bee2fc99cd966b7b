// Shared with the browser: types and pure functions only.
/** What a search of one's chats finds, as the API answers it. */

/** A piece of a text; `hit`: it is what was searched for. Shown as text, whatever it holds. */
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
  /** Of the chat, as it is. */
  title: string;
  /** The chat is. */
  archived?: true;
  id: string;
  role: 'user' | 'assistant';
  createdAt: string;
  /** What stands around the first hit. */
  excerpt: Piece[];
}

export interface Found {
  /** Chats whose title holds all the words, newest first; on the first page only. */
  chats: FoundChat[];
  /** Messages with all of them, newest first. */
  messages: FoundMessage[];
  /** The `cursor` of older messages; null: there are none. */
  next: string | null;
}

/** Where a message of a chat is opened. */
export function pathOfMessage(chatId: string, messageId: string): string {
  return `/chat/${chatId}?message=${encodeURIComponent(messageId)}`;
}
