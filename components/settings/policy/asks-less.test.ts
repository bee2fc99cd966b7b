/** Which changes of a rule wait for review: compared with the policy itself, in every situation. */
import { describe, expect, it } from 'vitest';
import { EFFECTS, isStricter, judge, type Mode, type Role } from '@/lib/policy/policy';
import { asksLess } from './asks-less';
import { NOTHING_SET, type RuleValue } from './use-rule';

const ALL: RuleValue[] = [null, ...EFFECTS].flatMap((effect) =>
  [false, true].map((locked) => ({ ...NOTHING_SET, effect, locked })),
);
const MODES: Mode[] = ['default', 'plan', 'yolo'];
const ROLES: Role[] = ['viewer', 'member', 'admin'];

describe('a change that is saved at once', () => {
  it('lets no call run that asked, and asks nobody less, whatever the tool, the mode and the rest', () => {
    let looked = 0;
    for (const before of ALL)
      for (const next of ALL) {
        if (asksLess(next, before)) continue;
        for (const situation of situations()) {
          const was = judge(situation.tool, {
            ...situation.moment,
            overrides: [...situation.server, before],
          });
          const is = judge(situation.tool, { ...situation.moment, overrides: [...situation.server, next] });
          looked += 1;
          if (isStricter(was.effect, is.effect)) expect([before, next, situation]).toBe('no looser');
        }
      }
    expect(looked).toBeGreaterThan(10_000);
  });

  it('is one that refuses; lifting that waits, and so does what no longer asks for the password', () => {
    const deny: RuleValue = { ...NOTHING_SET, effect: 'deny' };
    expect(asksLess(deny, NOTHING_SET)).toBe(false);
    expect(asksLess(NOTHING_SET, deny)).toBe(true);
    expect(asksLess(NOTHING_SET, { ...NOTHING_SET, critical: true })).toBe(true);
    expect(asksLess({ ...deny, locked: false }, { ...NOTHING_SET, locked: true })).toBe(true);
  });
});

function* situations() {
  for (const risk of ['read-only', 'write', 'destructive'] as const)
    for (const trusted of [true, false])
      for (const mode of MODES)
        for (const role of ROLES)
          for (const tainted of [false, true])
            for (const granted of [false, true])
              for (const planned of [undefined, 'ask', 'apart'] as const)
                for (const ofServer of [null, 'allow', 'ask', 'ask_admin'] as const)
                  yield {
                    tool: { risk, trusted },
                    moment: { mode, role, tainted, granted, ...(planned && { planned }) },
                    server: [{ effect: ofServer, locked: false }],
                  };
}
