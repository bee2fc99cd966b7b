/** The layout of the labels below a chart: every category has one, slanted if they would overlap. Pure. */
import type { ChartKind } from './chart-of';

export interface Labels {
  /** Over a long period some are left out: the others show the range. */
  every: boolean;
  /** In degrees. */
  slant: number;
  /** The space below the drawing. */
  room: number;
}

/** Below a drawing whose labels are horizontal. */
export const FLAT = 30;
/** The most days or months that are all labelled. */
const MOST_IN_TIME = 12;
const CHARACTER = 6.6;
const GAP = 8;
/** With less room than this for each, the labels are steeper. */
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
