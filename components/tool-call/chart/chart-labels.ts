/** How the labels under a chart stand: every category has its own, slanted where they would lie on each other. Pure. */
import type { ChartKind } from './chart-of';

export interface Labels {
  /** Of a longer stretch of time some are left out: the others say what lies between. */
  every: boolean;
  /** In degrees. */
  slant: number;
  /** Below the drawing. */
  room: number;
}

/** Below a drawing whose labels lie flat. */
export const FLAT = 30;
/** Days or months that are all named. */
const MOST_IN_TIME = 12;
const CHARACTER = 6.6;
const GAP = 8;
/** Less room for each than this, and the labels stand steeper. */
const NARROW = 26;

/** @param lengths of the labels, in characters */
export function labelsFor(kind: ChartKind, lengths: readonly number[], width: number): Labels {
  const every = kind === 'bar' || lengths.length <= MOST_IN_TIME;
  const longest = Math.max(0, ...lengths) * CHARACTER;
  const slot = width / Math.max(1, lengths.length);
  if (!every || kind === 'share' || longest + GAP <= slot) return { every, slant: 0, room: FLAT };
  const slant = slot < NARROW ? 62 : 50;
  return { every, slant, room: Math.ceil(longest * Math.sin((slant * Math.PI) / 180)) + 20 };
}
