// Shared with the browser: types and pure functions only.
/** The tokens of a company's directory, as admins see them. Times are ISO 8601, UTC. */

export interface DirectoryTokenView {
  id: string;
  name: string;
  /** Null if they are gone. */
  madeBy: string | null;
  createdAt: string;
  lastUsedAt: string | null;
}
