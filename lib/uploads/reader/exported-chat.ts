/** What the reading program says of a file of exported chats: one line of JSON for each chat. */

export interface ExportedMessage {
  role: 'user' | 'assistant';
  text: string;
  /** In milliseconds since 1970; null: not told. */
  at: number | null;
}

/** How many things of a chat are not taken. */
export interface LeftOut {
  /** Steps of tools, and what they answered. */
  tools: number;
  /** Pictures and files. */
  files: number;
  /** Messages: of a text too long, the rest; of a chat too long, the oldest. */
  cut: number;
}

export interface ExportedChat {
  app: 'ChatGPT' | 'Claude';
  /** What that app calls it; empty: nothing. */
  origin: string;
  title: string;
  at: number | null;
  /** As they were shown last, of each person's words and the answer to them in turn. */
  messages: ExportedMessage[];
  left: LeftOut;
}

export type ExportedLine =
  | ExportedChat
  /** Of a shape that is not known. */
  | { broken: string }
  /** Why the file cannot be read any further: a clause that follows its name. */
  | { problem: string };
