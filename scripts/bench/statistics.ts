/** The two figures that summarise many. */

/** Of measured times, in milliseconds. */
export interface Spread {
  median: number;
  p95: number;
}

/** The value below which the given share (0 to 1) of the values lies, interpolated. `values` is not empty. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function spread(values: readonly number[]): Spread {
  return { median: median(values), p95: quantile(values, 0.95) };
}
