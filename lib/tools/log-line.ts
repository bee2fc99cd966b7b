// Shared with the browser: types and pure functions only.
/** What a server wrote to its log while it was heard. */

/** A line that a server wrote to its log: its own words, cleaned and short. */
export interface LogLine {
  /** When it came: ISO 8601, UTC. */
  at: string;
  /** As MCP names them, from `debug` to `emergency`. */
  level: string;
  logger?: string;
  text: string;
}
