// Shared with the browser: types and pure functions only.
/** One's own account, as one sees it. Times are ISO 8601, UTC. */

/** A browser in which one is signed in. */
export interface SessionView {
  id: string;
  /** Its kind and its maker's system, as far as it says; empty when it does not. */
  device: string;
  /** From where it signed in; null: not known. */
  address: string | null;
  signedInAt: string;
  lastSeenAt: string;
  /** The one that asks. */
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

/** What a browser's `User-Agent` says of it: `Firefox, Windows`. Anybody can write anything there. */
export function deviceWords(userAgent: string | null): string {
  const said = userAgent ?? '';
  const found = [BROWSERS, SYSTEMS].map((all) => all.find(([, says]) => says.test(said))?.[0]);
  return found.filter((one) => one !== undefined).join(', ');
}
