// Shared with the browser: types and pure functions only.
/** One's own account, as one sees and changes it. */

export interface ProfileView {
  name: string;
  email: string;
  /** Everybody uses it: it stays as it is. */
  isDemo: boolean;
}
