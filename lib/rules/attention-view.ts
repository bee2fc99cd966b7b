// Shared with the browser: types and pure functions only.
/** How often a team is asked and what it answers, as shown by `GET /api/attention` and its page. */

/** The numbers of days, up to now, over which it can be counted. */
export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];

export const USUAL_PERIOD: Period = 30;

export interface ToolAttention {
  server: string;
  /** The bare name. */
  tool: string;
  /** The title of one of our own tools; null for others', whose titles may change. */
  title: string | null;
  calls: number;
  asked: number;
  confirmed: number;
  cancelled: number;
  expired: number;
  /** The share of decisions that were confirmations: 0 to 1; null if there were none. */
  confirmedShare: number | null;
  /** The median time to a decision; null if there was none. */
  medianSeconds: number | null;
  /** The server was vouched for whenever it asked. */
  trusted: boolean;
  /** One of its cards offered to allow calls ahead. */
  grantable: boolean;
}

export interface Attention {
  days: Period;
  calls: number;
  asked: number;
  /** How many of a hundred calls asked; null if there were none. */
  askedPer100: number | null;
  confirmed: number;
  /** Confirmed or cancelled. */
  decided: number;
  medianSeconds: number | null;
  expired: number;
  /** Those that asked most first. */
  tools: ToolAttention[];
}

/** From a URL; unknown values become the default. */
export function periodOf(days: unknown): Period {
  return PERIODS.find((period) => String(period) === days) ?? USUAL_PERIOD;
}

/** Fewer decisions than this mean nothing. */
const ENOUGH_DECISIONS = 5;
const NEARLY_ALWAYS = 0.95;

/**
 * What could spare people questions about a tool that they nearly always confirm; null if nothing could: too little is
 * known, or its server is not vouched for, and then asks whatever the rules say.
 */
export function relief(tool: ToolAttention): 'grant or rule' | 'rule' | null {
  const { confirmed, cancelled, confirmedShare, trusted, grantable } = tool;
  const isSure = confirmed + cancelled >= ENOUGH_DECISIONS && (confirmedShare ?? 0) >= NEARLY_ALWAYS;
  if (!isSure || !trusted) return null;
  return grantable ? 'grant or rule' : 'rule';
}
