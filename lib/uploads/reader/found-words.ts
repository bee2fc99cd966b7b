/** What the reading program reports about a file. */
export type FoundWords =
  | { kind: 'text' | 'table' | 'sheet' | 'pdf' | 'document'; text: string; cut: boolean }
  /** Why it cannot be read: a clause that follows its name. */
  | { problem: string };
