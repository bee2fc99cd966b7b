/**
 * What would become of a recorded call under other rules: judged by the policy itself, under today's rules and under
 * those being tried. The record does not contain everything that the policy looks at (such as the mode at that time),
 * so a call is judged in every situation in which it may have been made, and counts only if all of them agree.
 */
import { isOpenToGrants, situationOf } from '@/lib/approvals/authority';
import {
  type Effect,
  isStricter,
  judge,
  type Mode,
  type Requirement,
  type Role,
  type Situation,
  type Verdict,
} from '@/lib/policy/policy';
import type { PolicyRule } from '@/lib/rules/policy-rules';
import { rulesHash } from '@/lib/rules/rules-hash';
import type { Risk } from '@/mcp/annotations';

/** What the record contains of the policy's input for a call. */
export interface RecordedCall {
  server: string;
  name: string;
  trusted: boolean;
  risk: Risk;
  asksAlways: boolean;
  proposes: boolean;
  /** The present role of the person for whom it was made; null: they have left. */
  role: Role | null;
  /** Whether words from outside were in the chat; null if that is no longer known. */
  tainted: boolean | null;
  /** It ran by a grant. */
  granted: boolean;
  /** It is a step of a plan. */
  isStep: boolean;
  /** The tools whose calls it takes back. */
  takesBack: { server: string; tool: string }[];
  /** What happened: a person was asked, by this rule; or it ran without asking. Null: neither. */
  fact: 'asked' | 'ran' | null;
  /** Whom its card asked; null if there was none. */
  requirement: Requirement | null;
  rule: string | null;
  /** By which rule of the policy it ran unasked; null: it asked, did not run, or ran before that was recorded. */
  ranBy: string | null;
}

export type Change = 'same' | 'more' | 'less' | 'stricter' | 'softer' | 'refused' | 'freed';

export interface Played {
  /**
   * `same` if the rule being tried changes nothing for it; otherwise compared with what happened, whatever today's rules
   * say. Null if unknown.
   */
  change: Change | null;
  /** The effect under the rules being tried; null if unknown. */
  effect: Effect | null;
}

/** @param before today's rules, of the team and the person; `after` those being tried */
export function play(
  call: RecordedCall,
  before: readonly PolicyRule[],
  after: readonly PolicyRule[],
): Played {
  return compared(
    call,
    (moment) => effectAt(call, moment, before, call.granted),
    (moment) => effectAt(call, moment, after, call.granted && isStillGranted(call, before, after)),
  );
}

/** The same for a call that a grant would have covered. */
export function playGranted(call: RecordedCall, rules: readonly PolicyRule[]): Played {
  return compared(
    call,
    (moment) => effectAt(call, moment, rules, call.granted),
    (moment) => effectAt(call, moment, rules, true),
  );
}

function compared(call: RecordedCall, was: (at: Moment) => Effect, is: (at: Moment) => Effect): Played {
  const judged = momentsOf(call)
    .filter((moment) => mayHaveHappened(call, moment))
    .map((moment) => ({ was: was(moment), is: is(moment) }));
  // If today's rules would have had another effect, the situation was another one, unless the rules were different
  // then.
  const happened = call.fact === 'ran' ? 'allow' : call.requirement;
  const likely = judged.filter(({ was }) => happened === null || was === happened);
  const all = likely.length > 0 ? likely : judged;
  const changes = new Set(all.map(({ was, is }) => changeFrom(happened, was, is)));
  const effects = new Set(all.map(({ is }) => is));
  return { change: only(changes), effect: only(effects) };
}

/**
 * Excludes situations in which no rule would have allowed what happened: a call that was made would have been refused
 * in plan mode.
 */
const mayHaveHappened = (call: RecordedCall, moment: Moment) =>
  call.fact === null || effectAt(call, moment, [], call.granted) !== 'deny';

type Moment = Pick<Situation, 'mode' | 'role' | 'tainted' | 'repeated' | 'planned'>;

/** The situations in which it may have been made. */
export function momentsOf(call: RecordedCall): Moment[] {
  const { role, rule, isStep, fact, risk } = call;
  // Somebody who only reads now did more then, if more was done.
  const wasViewer = role === 'viewer' && (risk === 'read-only' || fact === null);
  const then: Role = wasViewer ? 'viewer' : role === 'admin' ? 'admin' : 'member';
  const [modes, marks] = [modesOf(call), marksOf(call)];
  const planned: Moment['planned'][] = isStep ? ['ask', 'ask_admin', 'two_admins', 'apart'] : [undefined];
  return modes.flatMap((mode) =>
    marks.flatMap((mark) =>
      planned.map((step) => ({
        mode,
        role: then,
        tainted: mark,
        repeated: rule === 'repeated',
        ...(step && { planned: step }),
      })),
    ),
  );
}

/** Yolo exists only for admins; somebody who has left may have been one. It comes before a grant. */
function modesOf({ role, fact, ranBy }: RecordedCall): Mode[] {
  if (fact === 'ran' && ranBy === 'yolo') return ['yolo'];
  const mayBeYolo = (role === 'admin' || role === null) && !(fact === 'ran' && ranBy === 'grant');
  return mayBeYolo ? ['default', 'plan', 'yolo'] : ['default', 'plan'];
}

/** By these nothing runs once words from outside are in the chat. */
const UNMARKED: readonly (string | null)[] = ['yolo', 'grant', 'writes'];

function marksOf({ tainted, rule, fact, ranBy }: RecordedCall): boolean[] {
  if (rule === 'outside') return [true];
  if (fact === 'ran' && UNMARKED.includes(ranBy)) return [false];
  return tainted === null ? [false, true] : [tainted];
}

export function effectAt(...of: Parameters<typeof verdictAt>): Effect {
  return verdictAt(...of).effect;
}

/** By the policy itself. */
export function verdictAt(
  call: RecordedCall,
  { mode, role, tainted, ...moment }: Moment,
  rules: readonly PolicyRule[],
  granted: boolean,
): Verdict {
  const tool = {
    server: call.server,
    name: call.name,
    trusted: call.trusted,
    risk: call.risk,
    ...(call.asksAlways && { asksAlways: true as const }),
    ...(call.proposes && { proposes: true as const }),
  };
  // A present halt says nothing about a rule.
  const authority = { mode, role, rules: [...rules], takesBack: call.takesBack, halts: [] };
  const situation = situationOf(tool, { ...authority, outside: tainted ? { imported: 'ChatGPT' } : null });
  return judge(tool, { ...situation, ...moment, granted: granted && isOpenToGrants(tool, authority) });
}

/** A grant ends under other rules for its tool. */
export function isStillGranted(
  call: RecordedCall,
  before: readonly PolicyRule[],
  after: readonly PolicyRule[],
): boolean {
  const { takesBack } = call;
  return rulesHash(call, { rules: before, takesBack }) === rulesHash(call, { rules: after, takesBack });
}

/**
 * Today's rules say only whether the tried one makes a difference. From what to what is told by the record: a call with
 * a card did not run unasked, also if it would today.
 */
function changeFrom(happened: Effect | null, was: Effect, is: Effect): Change | null {
  const change = changeOf(was, is);
  if (change === 'same' || change === 'refused' || change === 'freed') return change;
  return happened && changeOf(happened, is);
}

export function changeOf(was: Effect, is: Effect): Change {
  if (was === is) return 'same';
  if (is === 'deny') return 'refused';
  if (was === 'deny') return 'freed';
  if (was === 'allow') return 'more';
  if (is === 'allow') return 'less';
  return isStricter(is, was) ? 'stricter' : 'softer';
}

const only = <Value>(all: ReadonlySet<Value>): Value | null => {
  const [one] = all;
  return all.size === 1 && one !== undefined ? one : null;
};
