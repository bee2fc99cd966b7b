/**
 * The ruling on a recorded call under other rules, against the policy itself in the situation in which the call was
 * really made.
 */
import { expect, it } from 'vitest';
import { EFFECTS, type Mode, type Role } from '@/lib/policy/policy';
import type { PolicyRule } from '@/lib/rules/policy-rules';
import type { Risk } from '@/mcp/annotations';
import { changeOf, effectAt, isStillGranted, momentsOf, play, type RecordedCall, verdictAt } from './play';

/** The same numbers each time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const CALL: RecordedCall = {
  server: 's',
  name: 'drop',
  trusted: true,
  risk: 'destructive',
  asksAlways: false,
  proposes: false,
  role: 'member',
  tainted: false,
  granted: false,
  isStep: false,
  takesBack: [],
  fact: 'asked',
  rule: 'destructive',
  requirement: 'ask',
  ranBy: null,
};
const RULE: PolicyRule = {
  server: 's',
  tool: 'drop',
  own: false,
  effect: null,
  locked: false,
  critical: false,
  openForHours: null,
};

function generator(seed: number) {
  const random = numbers(seed);
  const one = <Value>(...values: Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  const often = (share: number) => random() < share;
  const rule = (own: boolean): PolicyRule => ({
    server: one('s', 't'),
    tool: one('drop', 'put', null),
    own,
    effect: own ? one('ask', 'ask_admin', 'deny') : one(null, ...EFFECTS),
    locked: !own && often(0.2),
    critical: !own && often(0.15),
    openForHours: null,
  });
  const rules = () => Array.from({ length: one(0, 1, 1, 2, 4) }, () => rule(often(0.2)));
  /** As it was made, by the rules in force then, and what the record keeps of that. */
  const call = (before: readonly PolicyRule[]) => {
    const role: Role = one('viewer', 'member', 'member', 'admin');
    const mode: Mode = role === 'admin' ? one('default', 'yolo', 'plan') : one('default', 'default', 'plan');
    const moment = { mode, role, tainted: often(0.2), repeated: false };
    const made: RecordedCall = {
      ...CALL,
      server: one('s', 't'),
      name: one('drop', 'put', 'look'),
      trusted: often(0.85),
      risk: one<Risk>('read-only', 'write', 'destructive', 'destructive'),
      asksAlways: often(0.05),
      role,
      takesBack: often(0.1) ? [{ server: one('s', 't'), tool: one('drop', 'put') }] : [],
      tainted: often(0.9) ? moment.tainted : null,
      granted: often(0.1),
    };
    const { effect: was, rule: by } = verdictAt(made, moment, before, made.granted);
    const requirement = was === 'allow' || was === 'deny' ? null : was;
    const fact = was === 'deny' ? null : requirement ? ('asked' as const) : ('ran' as const);
    // The oldest calls say nothing of it.
    const ranBy = fact === 'ran' && often(0.5) ? by : null;
    return { moment, was, made: { ...made, fact, requirement, rule: requirement && 'destructive', ranBy } };
  };
  return { rules, call };
}

it('comes to what the policy says in the moment in which the call was made, for 20,000 calls under 2,000 pairs of rules', () => {
  const { rules, call } = generator(82);
  let judged = 0;
  for (let pair = 0; pair < 2_000; pair++) {
    const [before, after] = [rules(), rules()];
    for (let nth = 0; nth < 10; nth++) {
      const { moment, was, made } = call(before);
      const is = effectAt(made, moment, after, made.granted && isStillGranted(made, before, after));
      const played = play(made, before, after);
      const told = { made, before, after, moment };
      if (played.effect !== null) expect({ told, effect: played.effect }).toEqual({ told, effect: is });
      if (played.change === null) continue;
      judged += 1;
      expect({ told, change: played.change }).toEqual({ told, change: changeOf(was, is) });
    }
  }
  // Never saying anything would be correct as well.
  expect(judged).toBeGreaterThan(14_000);
});

it('the moment in which it was made is one of those that are looked at', () => {
  const { rules, call } = generator(19);
  for (let nth = 0; nth < 2_000; nth++) {
    const { moment, made } = call(rules());
    if (made.fact !== null)
      expect(momentsOf(made)).toContainEqual(
        expect.objectContaining({ mode: moment.mode, tainted: moment.tainted }),
      );
  }
});

it('a call that was asked about runs under a rule that allows it, and is refused under one that forbids it', () => {
  expect(play(CALL, [], [{ ...RULE, effect: 'allow' }])).toEqual({ change: 'less', effect: 'allow' });
  expect(play(CALL, [], [{ ...RULE, effect: 'deny' }])).toEqual({ change: 'refused', effect: 'deny' });
  expect(play(CALL, [], [{ ...RULE, effect: 'two_admins' }])).toEqual({
    change: 'stricter',
    effect: 'two_admins',
  });
  expect(play(CALL, [], [])).toEqual({ change: 'same', effect: 'ask' });
});

it('what a call is told to have done is what it did, where today’s rules would say otherwise', () => {
  const allowed = [{ ...RULE, effect: 'allow' as const }];
  const admin = [{ ...RULE, effect: 'ask_admin' as const }];
  const ran: RecordedCall = { ...CALL, fact: 'ran', rule: null, requirement: null };
  // It asked before the rule that lets it run: it did not run unasked.
  expect(play(CALL, allowed, admin)).toEqual({ change: 'stricter', effect: 'ask_admin' });
  expect(play(CALL, allowed, [])).toEqual({ change: 'same', effect: 'ask' });
  expect(play(ran, admin, [])).toEqual({ change: 'more', effect: 'ask' });
  expect(play(ran, admin, allowed)).toEqual({ change: 'same', effect: 'allow' });
  // It neither asked nor ran.
  expect(play({ ...ran, fact: null }, allowed, [{ ...RULE, locked: true }]).change).toBeNull();
  // The rule that holds changes nothing, whatever came before it.
  expect(play(CALL, allowed, allowed)).toEqual({ change: 'same', effect: 'allow' });
});

it('a call that happened was not made in plan mode, where nothing is changed: what lifts a refusal is told', () => {
  const deny = [{ ...RULE, effect: 'deny' as const }];
  expect(play(CALL, deny, [])).toEqual({ change: 'freed', effect: 'ask' });
  expect(play({ ...CALL, risk: 'write', fact: 'ran', rule: null, requirement: null }, deny, [])).toEqual({
    change: 'freed',
    effect: 'allow',
  });
});

it('in a chat with words from outside it asks all the same, and where that is not known any more nothing is told', () => {
  const allowed = [{ ...RULE, effect: 'allow' as const }];
  expect(play({ ...CALL, tainted: true }, [], allowed)).toEqual({ change: 'same', effect: 'ask' });
  expect(play({ ...CALL, tainted: null }, [], allowed)).toEqual({ change: null, effect: null });
  expect(play({ ...CALL, tainted: null, rule: 'outside' }, [], allowed)).toMatchObject({ change: 'same' });
});

it('what ran unasked for an admin may have run in yolo mode: where that counts nothing is told', () => {
  const ran: RecordedCall = { ...CALL, role: 'admin', fact: 'ran', rule: null, requirement: null };
  const allowed = [{ ...RULE, effect: 'allow' as const }];
  expect(play(ran, allowed, [])).toEqual({ change: null, effect: null });
  expect(play(ran, allowed, [{ ...RULE, locked: true }])).toEqual({ change: 'more', effect: 'ask' });
  expect(play({ ...ran, role: 'member' }, allowed, [])).toEqual({ change: 'more', effect: 'ask' });
});

it('where the call says by what it ran, its mode is known, and what had come into the chat', () => {
  const ran: RecordedCall = { ...CALL, role: 'admin', fact: 'ran', rule: null, requirement: null };
  const locked = [{ ...RULE, locked: true }];
  const allowed = [{ ...RULE, effect: 'allow' as const }];
  for (const role of ['admin', null, 'member'] as const) {
    const byYolo: RecordedCall = { ...ran, role, tainted: null, ranBy: 'yolo' };
    expect(play(byYolo, [], allowed)).toEqual({ change: 'same', effect: 'allow' });
    expect(play(byYolo, [], locked)).toEqual({ change: 'more', effect: 'ask' });
  }
  expect(play({ ...ran, granted: true, ranBy: 'grant' }, [], locked)).toEqual({
    change: 'more',
    effect: 'ask',
  });
  const write: RecordedCall = { ...ran, risk: 'write', tainted: null, ranBy: 'writes' };
  expect(play(write, [], [{ ...RULE, effect: 'deny' }])).toEqual({ change: 'refused', effect: 'deny' });
  expect(play(write, [], allowed)).toEqual({ change: 'same', effect: 'allow' });
  // A rule let it run, in whatever mode.
  expect(play({ ...ran, ranBy: 'override' }, allowed, [])).toEqual({ change: null, effect: null });
});

it('a grant ends with the rules under which it was given', () => {
  const granted: RecordedCall = { ...CALL, granted: true, fact: 'ran', rule: null, requirement: null };
  expect(play(granted, [], [{ ...RULE, locked: true }])).toEqual({ change: 'more', effect: 'ask' });
  expect(play(granted, [], [{ ...RULE, openForHours: 3 }])).toEqual({ change: 'same', effect: 'allow' });
});

it('what only reads runs for a viewer as well, and what a viewer did who was a member then is judged as a member’s', () => {
  const read: RecordedCall = {
    ...CALL,
    risk: 'read-only',
    role: 'viewer',
    fact: 'ran',
    rule: null,
    requirement: null,
  };
  expect(play(read, [], [{ ...RULE, effect: 'ask' }])).toEqual({ change: 'more', effect: 'ask' });
  expect(play({ ...CALL, role: 'viewer' }, [], [{ ...RULE, effect: 'allow' }])).toMatchObject({
    change: 'less',
  });
});
