/** Settings that nobody reads: most likely a name that was mistyped, whose value would be missed in silence. */

/** Set by `npm start`, and by tests. */
const ELSEWHERE = new Set(['AMBER_FOUND_MODEL', 'AMBER_PAGES_LATE', 'AMBER_STORE_RAN']);

/**
 * Names that begin with `AMBER_` and are no settings, with the setting that was probably meant.
 * @param known the names of all settings
 */
export function unknownSettings(
  source: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): { name: string; meant?: string }[] {
  const given = Object.keys(source).filter((name) => name.startsWith('AMBER_') && source[name]?.trim());
  const unknown = given.filter((name) => !known.includes(name) && !ELSEWHERE.has(name));
  return unknown.sort().map((name) => {
    const meant = nearest(name, known);
    return meant === undefined ? { name } : { name, meant };
  });
}

/** The one that shares the longest beginning, if that is more than the prefix and half of the name. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const shared = (other: string) => {
    const end = [...name].findIndex((letter, at) => letter !== other[at]);
    return end < 0 ? name.length : end;
  };
  const [best] = [...known].sort((a, b) => shared(b) - shared(a));
  const least = Math.max('AMBER_'.length + 1, name.length / 2);
  return best !== undefined && shared(best) >= least ? best : undefined;
}
