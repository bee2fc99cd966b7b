/**
 * What would become of a recorded call under other rules: judged by the policy itself, under today's rules and under those that are
 * tried. The record does not say everything that the policy looks at (the mode of that moment, say), so a call is judged in every
 * situation in which it may have been made, and counts only where all of them come to the same.
 */
import { isOpenToGrants, situationOf } from '@/lib/approvals/authority';
import { type Effect, isStricter, judge, type Mode, type Role, type Situation } from '@/lib/policy/policy';
import type { PolicyRule } from '@/lib/rules/policy-rules';
import { rulesHash } from '@/lib/rules/rules-hash';
import type { Risk } from '@/mcp/annotations';

/** What the record keeps of a call that the policy looks at. */
export interface RecordedCall {
  server: string;
  name: string;
  trusted: boolean;
  risk: Risk;
  asksAlways: boolean;
  proposes: boolean;
  /** Of the person for whom it was made, as it is now; null: they have left. */
  role: Role | null;
  /** Whether words from outside were in the chat; null: that cannot be told any more. */
  tainted: boolean | null;
  /** It ran by a grant. */
  granted: boolean;
  /** It is a step of a plan. */
  isStep: boolean;
  /** The tools whose calls it takes back. */
  takesBack: { server: string; tool: string }[];
  /** What happened: a person was asked, by this rule; it ran unasked. Null: neither. */
  fact: 'asked' | 'ran' | null;
  rule: string | null;
}

export type Change = 'same' | 'more' | 'less' | 'stricter' | 'softer' | 'refused' | 'freed';

export interface Played {
  /** Against today's rules; null: it cannot be told. */
  change: Change | null;
  /** What it comes to under the rules that are tried; null: it cannot be told. */
  effect: Effect | null;
}

/** @param before today's rules, of the team and the person; `after` those that are tried */
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

/** The same for a call that something allowed ahead would have reached. */
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
  // What did not happen so under today's rules was in another moment, unless the rules were others then.
  const likely = judged.filter(({ was }) => call.fact === null || factOf(was) === call.fact);
  const all = likely.length > 0 ? likely : judged;
  const changes = new Set(all.map(({ was, is }) => changeOf(was, is)));
  const effects = new Set(all.map(({ is }) => is));
  return { change: only(changes), effect: only(effects) };
}

/** What no rule would have let happen did not happen then: a call that was made in plan mode would have been refused in it. */
const mayHaveHappened = (call: RecordedCall, moment: Moment) =>
  call.fact === null || effectAt(call, moment, [], call.granted) !== 'deny';

type Moment = Pick<Situation, 'mode' | 'role' | 'tainted' | 'repeated' | 'planned'>;

/** In which situations it may have been made. */
export function momentsOf(call: RecordedCall): Moment[] {
  const { role, tainted, rule, isStep, fact, risk } = call;
  // Who only reads now did more then, where more was done.
  const wasViewer = role === 'viewer' && (risk === 'read-only' || fact === null);
  const then: Role = wasViewer ? 'viewer' : role === 'admin' ? 'admin' : 'member';
  // Yolo counts only for admins; who has left may have been one.
  const modes: Mode[] = role === 'admin' || role === null ? ['default', 'plan', 'yolo'] : ['default', 'plan'];
  const marks = rule === 'outside' ? [true] : tainted === null ? [false, true] : [tainted];
  const planned: Moment['planned'][] = isStep ? ['ask', 'ask_admin', 'two_admins', 'apart'] : [undefined];
  return modes.flatMap((mode) =>
    marks.flatMap((mark) =>
      planned.map((step) => ({
        ...{ mode, role: then, tainted: mark, repeated: rule === 'repeated' },
        ...(step && { planned: step }),
      })),
    ),
  );
}

/** By the policy itself. */
export function effectAt(
  call: RecordedCall,
  { mode, role, tainted, ...moment }: Moment,
  rules: readonly PolicyRule[],
  granted: boolean,
): Effect {
  const tool = {
    ...{ server: call.server, name: call.name, trusted: call.trusted, risk: call.risk },
    ...(call.asksAlways && { asksAlways: true as const }),
    ...(call.proposes && { proposes: true as const }),
  };
  // What is stopped for now says nothing of a rule.
  const authority = { mode, role, rules: [...rules], takesBack: call.takesBack, halts: [] };
  const situation = situationOf(tool, { ...authority, outside: tainted ? { imported: 'ChatGPT' } : null });
  return judge(tool, { ...situation, ...moment, granted: granted && isOpenToGrants(tool, authority) }).effect;
}

/** With other rules for its tool a grant is over. */
export function isStillGranted(
  call: RecordedCall,
  before: readonly PolicyRule[],
  after: readonly PolicyRule[],
): boolean {
  const { takesBack } = call;
  return rulesHash(call, { rules: before, takesBack }) === rulesHash(call, { rules: after, takesBack });
}

function factOf(effect: Effect): 'asked' | 'ran' | 'refused' {
  if (effect === 'allow') return 'ran';
  return effect === 'deny' ? 'refused' : 'asked';
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
