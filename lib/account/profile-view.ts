// Shared with the browser: types and pure functions only.
/** One's own account, as one sees and changes it. */

export interface ProfileView {
  name: string;
  email: string;
  /** A demo account, which everybody uses: it cannot be changed. */
  isDemo: boolean;
}
