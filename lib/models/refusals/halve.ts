/**
 * Finds which of several tools are refused if only all of them together are known to be: by bisection, with a limited
 * number of tries.
 */

/** Enough for one tool of a thousand, or three of a hundred. */
export const MAX_TRIES = 24;

/**
 * @param refused together
 * @param accepts tries some of them
 * @returns the refused tools, as far as the tries go: a group that could not be divided further counts as a whole. None
 * if each half is accepted, so that the refusal is about all of them together.
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
