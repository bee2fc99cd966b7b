// Shared with the browser: types and pure functions only.
/** What models have cost and the limits on that, as the page shows it. Days are in UTC; money is in millionths. */

export const LIMIT_KINDS = [
  'tokens_day',
  'tokens_month',
  'money_day',
  'money_month',
  'runs',
  'calls_minute',
] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

export interface LimitView {
  /** `team`, `each`, or the id of one person. */
  whose: string;
  what: LimitKind;
  soft: number | null;
  hard: number | null;
  currency: string | null;
}

export interface UsedView {
  day: string;
  userId: string;
  /** Null if the person is gone. */
  name: string | null;
  model: string;
  requests: number;
  read: number;
  written: number;
  cost: number;
  currency: string | null;
}

export interface UsageView {
  /** Newest day first: the person's own; for admins and auditors the team's. */
  rows: UsedView[];
  /** Those that apply to the person asking; for admins and auditors all. */
  limits: LimitView[];
}

export const isMoney = (what: LimitKind): boolean => what.startsWith('money');
/** Kinds of limits that do not exist for a team as a whole. */
export const isOfPeople = (what: LimitKind): boolean => what === 'runs' || what === 'calls_minute';
/** The soft limit would only be reached after the hard one has ended everything. */
export const isLate = ({ soft, hard }: Pick<LimitView, 'soft' | 'hard'>): boolean =>
  soft !== null && hard !== null && soft > hard;
