// Shared with the browser: types and pure functions only.
/**
 * The one place that decides what may run, what must ask whom, and what must not run. Pure. What an admin has halted
 * does not run, whatever else applies. Otherwise the rules apply in this order, later ones overriding earlier ones: the
 * table (risk x trust x mode), what admins decided for the server and the tool, what the person wants for themselves,
 * for a step of a plan the plan's confirmation, and otherwise whether this very call always asks, what has entered the chat
 * from outside or has already run in an abandoned branch, and last yolo or a grant given in advance. Only a confirmed plan,
 * yolo, a grant and an admin's override can loosen the result; all other rules make it stricter, and what is denied stays
 * denied. A server that is not trusted has no say: its tools count as
 * destructive whatever they declare, and nothing makes them run unasked. Viewers only read, on every server: other
 * servers know nothing of our scopes, so viewers do not write there either. For an auditor nothing runs at all.
 */
import type { Risk } from '@/mcp/annotations';
import { type Halt, haltReason } from './halts';

export type Mode = 'plan' | 'default' | 'yolo';
export type Role = 'viewer' | 'member' | 'admin' | 'auditor';

/** What may happen to a call, the strictest last: deny > two admins > an admin > ask > allow. */
export const EFFECTS = ['allow', 'ask', 'ask_admin', 'two_admins', 'deny'] as const;
export type Effect = (typeof EFFECTS)[number];

/** What a call that must ask needs before it may run. */
export type Requirement = Exclude<Effect, 'allow' | 'deny'>;

/** Which rule decided; stored with the approval. */
export type RuleName =
  | 'reads'
  | 'writes'
  | 'destructive'
  | 'untrusted'
  | 'plan'
  | 'viewer'
  | 'auditor'
  | 'yolo'
  | 'override'
  | 'own'
  | 'outside'
  | 'repeated'
  | 'always'
  | 'grant'
  | 'proposal'
  | 'planned'
  | 'apart'
  | 'halted'
  | 'unknown';

export interface Verdict {
  effect: Effect;
  rule: RuleName;
  /** The rule in plain words, shown on the card, in a refusal, and on the tools page. */
  reason: string;
}

/** The parts of a tool that the policy looks at. */
export interface Subject {
  risk: Risk;
  trusted: boolean;
  /** This very call always asks: neither yolo, nor a grant, nor an admin's override lets it run unasked. */
  asksAlways?: true;
  /** It calls nothing by itself: what it proposes is judged step by step. */
  proposes?: true;
}

/** What an admin decided for a server or a tool. */
export interface Override {
  /** Null: the table decides. */
  effect: Effect | null;
  /** Neither yolo nor a grant gets past it. */
  locked: boolean;
}

/** Everything else that matters, as it is at the moment of the call. */
export interface Situation {
  mode: Mode;
  /** Of the person for whom the call is made. */
  role: Role;
  /** Those of the tool's server and of the tool itself; the strictest applies. */
  overrides?: readonly Override[];
  /** What the person wants for themselves; only ever makes it stricter. */
  own?: Effect | undefined;
  /** A result of an open-world tool or of an untrusted server has entered the chat. */
  tainted?: boolean;
  /** The same call has already run in a branch of the chat that is no longer shown. */
  repeated?: boolean;
  /** Somebody has granted calls like this one in advance. */
  granted?: boolean;
  /**
   * The call is a step of a plan. If the step is exactly as the plan showed it: the requirement that the plan's
   * confirmation met. Otherwise `apart`: the step asks on its own.
   */
  planned?: Requirement | 'apart';
  /** The halt that stops this call, if any: then it does not run, whatever else applies. */
  halt?: Halt | undefined;
}

/** Stored with every approval; change it whenever the rules below change. */
export const POLICY_VERSION = '9';

const READS: Verdict = { effect: 'allow', rule: 'reads', reason: 'Calls that only read run at once.' };
const WRITES: Verdict = {
  effect: 'allow',
  rule: 'writes',
  reason: 'Additive, repeatable writes run and are told.',
};
const ASKS: Verdict = {
  effect: 'ask',
  rule: 'destructive',
  reason: 'Destructive calls ask the chat\u2019s owner or an admin.',
};
const UNTRUSTED: Verdict = {
  effect: 'ask',
  rule: 'untrusted',
  reason: 'Calls to a server nobody vouched for always ask.',
};
const PLAN: Verdict = { effect: 'deny', rule: 'plan', reason: 'In plan mode only calls that read run.' };
const VIEWER: Verdict = { effect: 'deny', rule: 'viewer', reason: 'For a viewer only calls that read run.' };
const AUDITOR: Verdict = { effect: 'deny', rule: 'auditor', reason: 'For an auditor nothing runs.' };
const YOLO: Verdict = {
  effect: 'allow',
  rule: 'yolo',
  reason: 'Yolo mode: it runs without asking, since the team\u2019s policy does not ask for more.',
};
const GRANT: Verdict = { effect: 'allow', rule: 'grant', reason: 'Allowed ahead by a grant.' };
const PROPOSAL: Verdict = {
  effect: 'ask',
  rule: 'proposal',
  reason: 'A plan asks once, for all its steps.',
};
const PLANNED: Verdict = {
  effect: 'allow',
  rule: 'planned',
  reason: 'A step of a plan that was confirmed, just as it was shown.',
};
const APART: Verdict = { effect: 'ask', rule: 'apart', reason: 'This step of the plan asks by itself.' };
const OUTSIDE: Verdict = {
  effect: 'ask',
  rule: 'outside',
  reason: 'Something from outside has entered this chat: until an admin clears that, every write asks.',
};
const REPEATED: Verdict = {
  effect: 'ask',
  rule: 'repeated',
  reason: 'This exact call already ran in another version of this chat. Confirm only if it should run again.',
};
const ALWAYS_ASKS: Verdict = {
  effect: 'ask',
  rule: 'always',
  reason:
    'What this call touches may hold credentials, or runs by itself later: a person is asked each time, in every mode.',
};
const UNKNOWN: Verdict = {
  effect: 'deny',
  rule: 'unknown',
  reason: 'The policy knows no rule for this call.',
};

/** What the risk alone means. */
const TABLE: Record<Risk | 'untrusted', Verdict> = {
  'read-only': READS,
  write: WRITES,
  destructive: ASKS,
  untrusted: UNTRUSTED,
};

const TEAM: Record<Effect, string> = {
  allow: 'The team\u2019s policy lets this tool run unasked.',
  ask: 'The team\u2019s policy asks the chat\u2019s owner or an admin about this tool.',
  ask_admin:
    'The team\u2019s policy asks an admin about this tool: another person than the one who wants it.',
  two_admins: 'The team\u2019s policy asks two admins about this tool, besides the person who wants it.',
  deny: 'The team\u2019s policy lets nobody run this tool.',
};

const OWN: Record<Effect, string> = {
  ...TEAM,
  ask: 'The person for whom it runs wants to be asked about this tool.',
  ask_admin: 'The person for whom it runs wants an admin to be asked about this tool.',
  two_admins: 'The person for whom it runs wants two admins to be asked about this tool.',
  deny: 'The person for whom it would run does not want this tool to run.',
};

/** Judges a call. Anything unknown is denied. */
export function judge({ risk, trusted, asksAlways, proposes }: Subject, situation: Situation): Verdict {
  const column = trusted ? risk : 'untrusted';
  const base = Object.hasOwn(TABLE, column) ? TABLE[column] : undefined;
  if (!base || !isKnown(situation)) return UNKNOWN;
  if (situation.role === 'auditor') return AUDITOR;
  if (situation.halt) return { effect: 'deny', rule: 'halted', reason: haltReason(situation.halt) };
  if (column !== 'read-only' && situation.role === 'viewer') return VIEWER;
  if (proposes) return situation.role === 'viewer' ? VIEWER : PROPOSAL;
  if (column !== 'read-only' && situation.mode === 'plan' && !situation.planned) return PLAN;
  const { overrides = [], own = 'allow', mode, granted = false } = situation;
  const { tainted = false, repeated = false } = situation;
  const team = overridden(base, overrides, trusted);
  const asked = isStricter(own, team.effect) ? { effect: own, rule: 'own' as const, reason: OWN[own] } : team;
  if (situation.planned) {
    // When the plan was shown, nobody could be told about this, so the step asks a person now.
    const isApart = asksAlways || (repeated && column !== 'read-only');
    return judgeStep(
      asked,
      column,
      isApart ? (asksAlways ? ALWAYS_ASKS : REPEATED) : APART,
      isApart,
      situation.planned,
    );
  }
  if (asksAlways) return asked.effect === 'allow' || asked.effect === 'ask' ? ALWAYS_ASKS : asked;
  if (repeated && column !== 'read-only' && !isStricter(asked.effect, 'ask')) return REPEATED;
  if (tainted && asked.effect === 'allow' && column !== 'read-only') return OUTSIDE;
  // A tainted model may put data into an address that it reads, so reads that ask keep asking, even in yolo mode or
  // with a grant.
  if (tainted) return asked;
  const isLocked = overrides.some(({ locked }) => locked);
  const mayLoosen = asked.effect === 'ask' && trusted && own === 'allow' && !isLocked;
  if (mayLoosen && mode === 'yolo') return YOLO;
  return mayLoosen && granted ? GRANT : asked;
}

/** A step of a plan: it runs if it is exactly what somebody confirmed; anything else asks at least a person. */
function judgeStep(
  asked: Verdict,
  column: Risk | 'untrusted',
  alone: Verdict,
  isApart: boolean,
  planned: Requirement | 'apart',
): Verdict {
  if (asked.effect === 'deny') return asked;
  if (isApart || planned === 'apart')
    return isStricter(asked.effect, 'ask') || (!isApart && asked.effect === 'ask') ? asked : alone;
  if (column === 'read-only' && asked.effect === 'allow') return asked;
  return isStricter(asked.effect, planned) ? asked : PLANNED;
}

/** Whether the tool is offered at all: for the model, a tool that would be denied does not exist. */
export function isOffered(subject: Subject, situation: Situation): boolean {
  return judge(subject, situation).effect !== 'deny';
}

/** Whether somebody can grant calls like this one in advance: the policy asks, and no override locks it. */
export function isGrantable(subject: Subject, situation: Situation): boolean {
  const calm = { ...situation, tainted: false, repeated: false };
  const asks = judge(subject, { ...calm, granted: false }).effect === 'ask';
  return asks && judge(subject, { ...calm, granted: true }).effect === 'allow';
}

export function isStricter(one: Effect, other: Effect): boolean {
  return EFFECTS.indexOf(one) > EFFECTS.indexOf(other);
}

function overridden(base: Verdict, overrides: readonly Override[], trusted: boolean): Verdict {
  const effects = overrides.flatMap((one) => one.effect ?? []);
  const effect = EFFECTS.findLast((one) => effects.includes(one));
  const isTooLoose = !effect || (!trusted && isStricter(base.effect, effect));
  return isTooLoose ? base : { effect, rule: 'override', reason: TEAM[effect] };
}

const MODES: Record<Mode, true> = { plan: true, default: true, yolo: true };
const ROLES: Record<Role, true> = { viewer: true, member: true, admin: true, auditor: true };

function isKnown({ mode, role, own = 'allow', overrides = [], planned = 'apart' }: Situation): boolean {
  const isEffect = (effect: Effect) => EFFECTS.includes(effect);
  const isSituation = Object.hasOwn(MODES, mode) && Object.hasOwn(ROLES, role);
  return (
    isSituation &&
    isEffect(own) &&
    (planned === 'apart' || isEffect(planned)) &&
    overrides.every(({ effect }) => effect === null || isEffect(effect))
  );
}
