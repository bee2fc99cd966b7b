// Shared with the browser: types and pure functions only.
/** How often a team is asked and what it says, as `GET /api/attention` and its page show it. */

/** Over how many days it can be counted, up to now. */
export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];

export const USUAL_PERIOD: Period = 30;

export interface ToolAttention {
  server: string;
  /** The bare name. */
  tool: string;
  /** Of our own tools, what they are called; null for those of others, whose titles may change. */
  title: string | null;
  calls: number;
  asked: number;
  confirmed: number;
  cancelled: number;
  expired: number;
  /** Of what people decided, how much they confirmed: 0 to 1; null: nothing was decided. */
  confirmedShare: number | null;
  /** Half of the decisions came within so many seconds; null: nothing was decided. */
  medianSeconds: number | null;
  /** Somebody vouched for the server whenever it asked. */
  trusted: boolean;
  /** One of its cards offered to allow calls ahead. */
  grantable: boolean;
}

export interface Attention {
  days: Period;
  calls: number;
  asked: number;
  /** How many of a hundred calls asked; null: there were none. */
  askedPer100: number | null;
  confirmed: number;
  /** Confirmed or cancelled. */
  decided: number;
  medianSeconds: number | null;
  expired: number;
  /** Those that asked most first. */
  tools: ToolAttention[];
}

/** From an address; what it does not know is the usual one. */
export function periodOf(days: unknown): Period {
  return PERIODS.find((period) => String(period) === days) ?? USUAL_PERIOD;
}

/** Fewer decisions than this tell nothing. */
const ENOUGH_DECISIONS = 5;
const NEARLY_ALWAYS = 0.95;

/**
 * What might spare people the asking about a tool that they nearly always confirm; null where nothing would: too
 * little is known, or nobody vouched for its server, which then asks whatever the rules say.
 */
export function relief(tool: ToolAttention): 'grant or rule' | 'rule' | null {
  const { confirmed, cancelled, confirmedShare, trusted, grantable } = tool;
  const isSure = confirmed + cancelled >= ENOUGH_DECISIONS && (confirmedShare ?? 0) >= NEARLY_ALWAYS;
  if (!isSure || !trusted) return null;
  return grantable ? 'grant or rule' : 'rule';
}
