/** How deeply other people's values may be nested. */

/** More than a result needs; what is stored of a result, or built from it, adds a few levels around it. */
export const MOST_LEVELS = 100;

/** Whether lists and objects are nested deeper than this. Does not look any deeper. */
export function isDeep(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeep(member, levels - 1));
}
