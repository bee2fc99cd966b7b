/** What the reading program reports about a file of exported chats: one line of JSON per chat. */

export interface ExportedMessage {
  role: 'user' | 'assistant';
  text: string;
  /** In milliseconds since 1970; null if unknown. */
  at: number | null;
}

/** How many things in a chat are left out. */
export interface LeftOut {
  /** Tool calls and their results. */
  tools: number;
  /** Pictures and files. */
  files: number;
  /** Messages: the rest of a text that is too long, and the oldest of a chat that is too long. */
  cut: number;
}

export interface ExportedChat {
  app: 'ChatGPT' | 'Claude';
  /** That app's id for it; empty if it has none. */
  origin: string;
  title: string;
  at: number | null;
  /** The branch that was shown last, alternating between the person's words and the answer. */
  messages: ExportedMessage[];
  left: LeftOut;
}

export type ExportedLine =
  | ExportedChat
  /** A chat of an unknown format. */
  | { broken: string }
  /** Why the file cannot be read further: a clause that follows its name. */
  | { problem: string };
