/** Which of several tools are refused, where only all of them together were said to be: by halves, in a bounded number of tries. */

/** Enough for one tool of a thousand, or three of a hundred. */
export const MAX_TRIES = 24;

/**
 * @param refused together
 * @param accepts tries some of them
 * @returns those that are refused, as far as the tries go: a group that could not be looked into counts as a whole. None: each
 *   half is taken, so that it is about all of them together.
 */
export async function refusedAmong<Tool>(
  refused: readonly Tool[],
  accepts: (some: readonly Tool[]) => Promise<boolean>,
  tries = { left: MAX_TRIES },
): Promise<Tool[]> {
  if (refused.length <= 1) return [...refused];
  const middle = Math.ceil(refused.length / 2);
  const found: Tool[] = [];
  for (const half of [refused.slice(0, middle), refused.slice(middle)]) {
    if (tries.left <= 0) {
      found.push(...half);
      continue;
    }
    tries.left -= 1;
    if (!(await accepts(half))) found.push(...(await refusedAmong(half, accepts, tries)));
  }
  return found;
}
