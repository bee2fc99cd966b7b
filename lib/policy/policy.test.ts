/** The policy against an independent restatement of its rules, over all possible inputs. */
import { describe, expect, it } from 'vitest';
import { type Risk, resolve, riskOf } from '@/mcp/annotations';
import {
  EFFECTS,
  type Effect,
  isGrantable,
  isOffered,
  judge,
  type Mode,
  type Override,
  type Role,
  type Situation,
} from './policy';

const HINT = [true, false, undefined] as const;
const MODES: Mode[] = ['plan', 'default', 'yolo'];
const ROLES: Role[] = ['viewer', 'member', 'admin'];
const BOTH = [true, false];

/** What an admin may have set for one tool: nothing, or each effect, locked and not; or just a lock. */
const OVERRIDES: (Override | undefined)[] = [
  undefined,
  { effect: null, locked: true },
  ...EFFECTS.flatMap((effect) => BOTH.map((locked) => ({ effect, locked }))),
];
const OF_SERVER: (Override | undefined)[] = [
  undefined,
  { effect: 'allow', locked: true },
  { effect: 'ask', locked: true },
  { effect: 'two_admins', locked: false },
];
const OWN: (Effect | undefined)[] = [undefined, 'allow', 'ask', 'deny'];

interface Case {
  readOnly: boolean | undefined;
  destructive: boolean | undefined;
  trusted: boolean;
  mode: Mode;
  role: Role;
  tool: Override | undefined;
  server: Override | undefined;
  own: Effect | undefined;
  tainted: boolean;
  repeated: boolean;
  granted: boolean;
}

const strictest = (...effects: Effect[]) =>
  EFFECTS[Math.max(...effects.map((effect) => EFFECTS.indexOf(effect)))] as Effect;

/** The rules of docs/security-requirements.md (R11, R15, R16) and of the issue, from the hints as declared. */
function oracle(one: Case): Effect {
  const reads = one.trusted && one.readOnly === true && one.destructive !== true;
  const adds = one.trusted && one.readOnly !== true && one.destructive === false;
  if (!reads && one.role === 'viewer') return 'deny';
  if (!reads && one.mode === 'plan') return 'deny';
  const plain: Effect = reads || adds ? 'allow' : 'ask';
  const admins = [one.tool, one.server].filter((rule) => rule !== undefined);
  const words = admins.flatMap(({ effect }) => (effect === null ? [] : [effect]));
  let team = words.length > 0 ? strictest(...words) : plain;
  if (!one.trusted) team = strictest(team, 'ask');
  const wanted = strictest(team, one.own ?? 'allow');
  if ((one.tainted || one.repeated) && !reads) return strictest(wanted, 'ask');
  // Nothing that asks is let through then, not even a read.
  if (one.tainted) return wanted;
  const isFree = wanted === 'ask' && one.trusted && (one.own ?? 'allow') === 'allow';
  const isLocked = admins.some((rule) => rule.locked);
  return isFree && !isLocked && (one.mode === 'yolo' || one.granted) ? 'allow' : wanted;
}

function* everything(): Generator<Case> {
  for (const mode of MODES)
    for (const role of ROLES)
      for (const tool of OVERRIDES)
        for (const server of OF_SERVER)
          for (const own of OWN)
            for (const tainted of BOTH)
              for (const repeated of BOTH)
                for (const granted of BOTH)
                  for (const readOnly of HINT)
                    for (const destructive of HINT)
                      for (const trusted of BOTH)
                        yield {
                          readOnly,
                          destructive,
                          trusted,
                          mode,
                          role,
                          tool,
                          server,
                          own,
                          tainted,
                          repeated,
                          granted,
                        };
}

/** The other two hints must not change the answer. */
function subjectOf({ readOnly, destructive, trusted }: Case, turn: number) {
  const [idempotent, openWorld] = [HINT[turn % 3], HINT[Math.floor(turn / 3) % 3]];
  const declared = {
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: openWorld,
  };
  return { risk: riskOf(resolve(declared, trusted)), trusted };
}

function situationOf({ mode, role, tool, server, own, tainted, repeated, granted }: Case): Situation {
  const overrides = [tool, server].filter((rule) => rule !== undefined);
  return { mode, role, overrides, own, tainted, repeated, granted };
}

describe('judge', () => {
  it('says what the rules say, over its whole input space', () => {
    const wrong: unknown[] = [];
    let asked = 0;
    for (const one of everything()) {
      for (let turn = 0; turn < 9; turn++) {
        asked += 1;
        const subject = subjectOf(one, turn);
        const verdict = judge(subject, situationOf(one));
        const isRight = verdict.effect === oracle(one) && verdict.reason !== '';
        if (!isRight || isOffered(subject, situationOf(one)) !== (verdict.effect !== 'deny')) {
          wrong.push({ ...one, said: verdict });
        }
      }
    }
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(asked).toBe(81 * 2 * 3 * 3 * 12 * 4 * 4 * 8);
  });

  it('gives a grant only where it would be heard', () => {
    const risks: Risk[] = ['read-only', 'write', 'destructive'];
    for (const risk of risks) {
      for (const one of everything()) {
        const { trusted } = one;
        const situation = { ...situationOf(one), tainted: false, repeated: false, mode: 'default' as const };
        const would = judge({ risk, trusted }, { ...situation, granted: true }).effect;
        const without = judge({ risk, trusted }, { ...situation, granted: false }).effect;
        const is = isGrantable({ risk, trusted }, situation);
        if (is !== (without === 'ask' && would === 'allow')) throw new Error(JSON.stringify({ risk, one }));
      }
    }
  });

  it('names the rule that decided', () => {
    const rule = (risk: Risk, situation: Partial<Situation>, trusted = true) =>
      judge({ risk, trusted }, { mode: 'default', role: 'member', ...situation }).rule;
    expect(rule('destructive', {})).toBe('destructive');
    expect(rule('destructive', {}, false)).toBe('untrusted');
    expect(rule('write', { tainted: true })).toBe('outside');
    expect(rule('write', { tainted: true, repeated: true })).toBe('repeated');
    expect(rule('destructive', { mode: 'yolo', repeated: true, granted: true })).toBe('repeated');
    expect(rule('read-only', { repeated: true })).toBe('reads');
    expect(rule('write', { own: 'ask' })).toBe('own');
    expect(rule('write', { overrides: [{ effect: 'ask_admin', locked: false }] })).toBe('override');
    expect(rule('destructive', { mode: 'yolo' })).toBe('yolo');
    expect(rule('destructive', { granted: true })).toBe('grant');
  });

  it('denies what it does not know', () => {
    const plain: Situation = { mode: 'default', role: 'admin' };
    const read = { risk: 'read-only', trusted: true } as const;
    expect(judge(read, { ...plain, mode: 'constructor' as Mode }).effect).toBe('deny');
    expect(judge({ risk: 'odd' as Risk, trusted: true }, plain).effect).toBe('deny');
    expect(judge(read, { ...plain, role: 'toString' as Role }).effect).toBe('deny');
    expect(judge(read, { ...plain, own: 'no' as Effect }).effect).toBe('deny');
    const odd = { effect: 'maybe' as Effect, locked: false };
    expect(judge(read, { ...plain, overrides: [odd] }).effect).toBe('deny');
  });
});

it('a call that always asks is never let run unasked, and never asks for less than it would', () => {
  const risks: Risk[] = ['read-only', 'write', 'destructive'];
  for (const risk of risks)
    for (const mode of MODES)
      for (const role of ROLES)
        for (const tool of OVERRIDES)
          for (const own of OWN) {
            const situation = { mode, role, own, granted: true, overrides: tool ? [tool] : [] };
            const subject = { risk, trusted: true };
            const plain = judge(subject, situation);
            const marked = judge({ ...subject, asksAlways: true }, situation);
            expect(marked.effect).toBe(strictest('ask', plain.effect));
            expect(isGrantable({ ...subject, asksAlways: true }, situation)).toBe(false);
          }
});

describe('a step of a plan', () => {
  const risks: Risk[] = ['read-only', 'write', 'destructive'];
  /** Its ruling alone, and as a step; by the rules of the default mode, since a person has reviewed it. */
  function* all() {
    for (const risk of risks)
      for (const trusted of BOTH)
        for (const mode of MODES)
          for (const role of ROLES)
            for (const tool of OVERRIDES)
              for (const own of OWN) {
                const situation = { mode, role, own, overrides: tool ? [tool] : [] };
                const plain = judge({ risk, trusted }, { ...situation, mode: 'default' });
                yield { subject: { risk, trusted }, situation, plain: plain.effect };
              }
  }

  it('that is not what its plan showed asks at least somebody, in every mode, and is denied where it always is', () => {
    for (const { subject, situation, plain } of all()) {
      const { effect } = judge(subject, { ...situation, planned: 'apart' });
      expect(effect).toBe(strictest('ask', plain));
    }
  });

  it('that is what its plan showed runs where the confirmation was worth what the step asks for, and asks for that otherwise', () => {
    for (const { subject, situation, plain } of all())
      for (const planned of ['ask', 'ask_admin', 'two_admins'] as const) {
        const { effect } = judge(subject, { ...situation, planned });
        const isEnough = EFFECTS.indexOf(plain) <= EFFECTS.indexOf(planned);
        expect(effect).toBe(isEnough ? 'allow' : plain);
      }
  });

  it('asks by itself where the call asks in every mode, or has run in another version of the chat', () => {
    const situation = { mode: 'plan', role: 'admin', planned: 'two_admins' } as const;
    const write = { risk: 'write', trusted: true } as const;
    expect(judge({ ...write, asksAlways: true }, situation)).toMatchObject({ effect: 'ask', rule: 'always' });
    expect(judge(write, { ...situation, repeated: true })).toMatchObject({ effect: 'ask', rule: 'repeated' });
    expect(judge(write, { ...situation, planned: 'odd' as 'ask' }).effect).toBe('deny');
  });

  it('is asked about as a plan by everybody but a viewer, in every mode', () => {
    const proposal = { risk: 'write', trusted: true, proposes: true } as const;
    for (const mode of MODES) {
      expect(judge(proposal, { mode, role: 'member', granted: true }).effect).toBe('ask');
      expect(judge(proposal, { mode, role: 'viewer' }).effect).toBe('deny');
    }
  });
});
