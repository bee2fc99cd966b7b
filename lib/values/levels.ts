/** How deeply values of others may be nested. */

/** More than a result needs; what is written down of one, or made of one, has a few levels around it. */
export const MOST_LEVELS = 100;

/** Whether there is more than this many levels of lists and objects in it. Looks no deeper than that. */
export function isDeep(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeep(member, levels - 1));
}
