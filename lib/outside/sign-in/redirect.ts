/**
 * Where a person's decision may be sent (RFC 6749 3.1.2, RFC 8252 7): to a website, to a program on the person's own
 * machine, or to the owner of a custom scheme. Compared as text, except for the port of a program on this machine,
 * which the system assigns each time.
 */
const MOST_LENGTH = 2_000;

/** A program that listens on the machine itself: the port may be any. */
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(\/[^#\\@]*)?$/;
const WEB = /^https:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?(?:[/?][^#\\]*)?$/;
const SCHEME = /^([a-z][a-z0-9+.-]{0,60}):[^#\\]+$/;

/**
 * Schemes of known programs; any other must contain a dot, as RFC 8252 7.1 demands. None belongs to a browser or a
 * system.
 */
const KNOWN_SCHEMES = new Set([
  ...['cursor', 'vscode', 'vscode-insiders', 'code-oss', 'vscodium', 'windsurf', 'zed', 'kiro', 'trae'],
  ...['claude', 'chatgpt', 'codex', 'goose', 'raycast', 'warp', 'lmstudio', 'jetbrains', 'antigravity'],
]);

const OWN_SCHEME = /^(?!x-apple|com\.apple)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

export type Place =
  /** A program on the machine on which the person decides. */
  | { kind: 'machine' }
  /** A program that has registered this scheme. */
  | { kind: 'program'; scheme: string }
  | { kind: 'web'; host: string };

/** What is at an address; undefined if nobody may be sent there. */
export function placeOf(uri: string): Place | undefined {
  if (uri.length > MOST_LENGTH || !/^[\x21-\x7e]+$/.test(uri) || !URL.canParse(uri)) return undefined;
  if (LOOPBACK.test(uri)) return { kind: 'machine' };
  if (WEB.test(uri)) return { kind: 'web', host: new URL(uri).host };
  const scheme = SCHEME.exec(uri)?.[1];
  if (scheme === undefined) return undefined;
  const isOfProgram = KNOWN_SCHEMES.has(scheme) || OWN_SCHEME.test(scheme);
  return isOfProgram ? { kind: 'program', scheme } : undefined;
}

/** Whether a requested address is one of those that the client has named. */
export function isAmong(uri: string, named: readonly string[]): boolean {
  if (placeOf(uri) === undefined) return false;
  const asked = comparable(uri);
  return named.some((one) => placeOf(one) !== undefined && comparable(one) === asked);
}

function comparable(uri: string): string {
  const loopback = LOOPBACK.exec(uri);
  return loopback ? `http://${loopback[1]}:*${loopback[2] ?? ''}` : uri;
}

/** The address with the response parameters added; existing ones stay. */
export function withAnswer(uri: string, answer: Record<string, string | null>): string {
  const told = Object.entries(answer).filter((entry): entry is [string, string] => entry[1] !== null);
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(told)}`;
}
