// Shared with the browser: types and pure functions only.
/** A server's log messages received during a call. */

/** One log message of a server: its own words, cleaned and shortened. */
export interface LogLine {
  /** When it arrived: ISO 8601, UTC. */
  at: string;
  /** MCP's levels, from `debug` to `emergency`. */
  level: string;
  logger?: string;
  text: string;
}
