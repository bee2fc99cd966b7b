// Shared with the browser: types and pure functions only.
/** A person's own account as they see it. Times are ISO 8601, UTC. */

/** A browser in which the person is signed in. */
export interface SessionView {
  id: string;
  /** Browser and operating system, as far as it says; empty if it does not. */
  device: string;
  /** The address from which it signed in; null if unknown. */
  address: string | null;
  signedInAt: string;
  lastSeenAt: string;
  /** The session that is asking. */
  isThis: boolean;
}

const BROWSERS: readonly (readonly [name: string, says: RegExp])[] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];
const SYSTEMS: readonly (readonly [name: string, says: RegExp])[] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
];

/** A short description from a browser's `User-Agent`, such as `Firefox, Windows`. Anybody can write anything there. */
export function deviceWords(userAgent: string | null): string {
  const said = userAgent ?? '';
  const found = [BROWSERS, SYSTEMS].map((all) => all.find(([, says]) => says.test(said))?.[0]);
  return found.filter((one) => one !== undefined).join(', ');
}
