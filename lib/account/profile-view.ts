// Shared with the browser: types and pure functions only.
/** A person's own account, as they see and change it. */

export interface ProfileView {
  name: string;
  email: string;
  /** A demo account, which everybody uses: it cannot be changed. */
  isDemo: boolean;
}
