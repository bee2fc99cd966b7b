// Shared with the browser: types and pure functions only.
/**
 * The one table that says what may run, what must ask and what must not: risk x trust x mode x role. Pure.
 * A server nobody vouched for has no say: its tools count as destructive whatever they declare. A viewer only
 * reads, on every server: others know nothing of our scopes, so their writes are not his either.
 */
import type { Risk } from '@/mcp/annotations';

export type Mode = 'plan' | 'default' | 'yolo';
export type Role = 'viewer' | 'member' | 'admin';
export type Effect = 'allow' | 'ask' | 'deny';

export interface Verdict {
  effect: Effect;
  /** The rule in plain words: stands on the card, in a refusal, and on the tools page. */
  reason: string;
}

/** Stored with every approval; a change of the table below changes it. */
export const POLICY_VERSION = '2';

const READS: Verdict = { effect: 'allow', reason: 'Calls that only read run at once.' };
const WRITES: Verdict = { effect: 'allow', reason: 'Additive, repeatable writes run and are told.' };
const ASKS: Verdict = { effect: 'ask', reason: 'Destructive calls ask the chat\u2019s owner or an admin.' };
const UNTRUSTED: Verdict = { effect: 'ask', reason: 'Calls to a server nobody vouched for always ask.' };
const PLAN: Verdict = { effect: 'deny', reason: 'In plan mode only calls that read run.' };
const VIEWER: Verdict = { effect: 'deny', reason: 'For a viewer only calls that read run.' };
const UNKNOWN: Verdict = { effect: 'deny', reason: 'The policy knows no rule for this call.' };
const YOLO: Verdict = { effect: 'allow', reason: 'Yolo mode: nothing of trusted servers asks.' };

const TABLE: Record<Mode, Record<Risk | 'untrusted', Verdict>> = {
  plan: { 'read-only': READS, write: PLAN, destructive: PLAN, untrusted: PLAN },
  default: { 'read-only': READS, write: WRITES, destructive: ASKS, untrusted: UNTRUSTED },
  yolo: { 'read-only': READS, write: WRITES, destructive: YOLO, untrusted: UNTRUSTED },
};

/** What of a tool the policy looks at. */
export interface Subject {
  risk: Risk;
  trusted: boolean;
}

const MAY_WRITE: Record<Role, boolean> = { viewer: false, member: true, admin: true };

/** Judges a call of this tool in this mode, made for a person of this role. Anything unknown is denied. */
export function judge(subject: Subject, mode: Mode, role: Role): Verdict {
  const column = subject.trusted ? subject.risk : 'untrusted';
  const verdict = (Object.hasOwn(TABLE, mode) && TABLE[mode][column]) || UNKNOWN;
  if (verdict.effect === 'deny' || column === 'read-only') return verdict;
  if (!Object.hasOwn(MAY_WRITE, role)) return UNKNOWN;
  return MAY_WRITE[role] ? verdict : VIEWER;
}

/** Whether the tool is offered at all: what would be denied does not exist for the model. */
export function isOffered(subject: Subject, mode: Mode, role: Role): boolean {
  return judge(subject, mode, role).effect !== 'deny';
}
