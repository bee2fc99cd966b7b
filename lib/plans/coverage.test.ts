/** A confirmation covers what the card showed, and nothing else. */
import { describe, expect, it } from 'vitest';
import { asksAgain, type ConfirmedPlan, coverageOf, type StepCall, type StepResult } from './coverage';
import type { ShownStep } from './plan';

function shown(step: number, more: Partial<ShownStep> = {}): ShownStep {
  return {
    step,
    server: 's',
    tool: 'put',
    name: 'put',
    modelName: 's__put',
    title: 'Put',
    serverUrl: 'http://s',
    arguments: { id: 'a' },
    why: 'It puts.',
    trusted: true,
    risk: 'write',
    definitionHash: 'd',
    contractHash: 'c',
    requirement: 'ask',
    reason: '',
    critical: false,
    preview: null,
    from: [],
    asksAgain: null,
    ...more,
  };
}
const plan = (...steps: ShownStep[]): ConfirmedPlan => ({ requirement: 'ask', critical: false, steps });
const call = (more: Partial<StepCall> = {}): StepCall => {
  return {
    server: 's',
    name: 'put',
    contractHash: 'c',
    input: { id: 'a' },
    critical: false,
    asking: WRITE,
    ...more,
  };
};
const WRITE = { risk: 'write', isRuled: false, isOpen: false } as const;
const DROP = { ...WRITE, risk: 'destructive' } as const;
const READ = { ...WRITE, risk: 'read-only' } as const;
const inside: StepResult = { value: { id: 'made' }, isOutside: false, created: [] };
const none = () => undefined;

describe('a step', () => {
  it('that is what was shown is covered, as strictly as the plan was confirmed', () => {
    expect(coverageOf(plan(shown(1)), 1, call(), none)).toEqual({ covers: 'ask' });
    const strict = { ...plan(shown(1)), requirement: 'two_admins' as const };
    expect(coverageOf(strict, 1, call(), none)).toEqual({ covers: 'two_admins' });
  });

  it.each<[string, number, Partial<StepCall>, Partial<ShownStep>]>([
    ['another step', 2, {}, {}],
    ['another server', 1, { server: 'other' }, {}],
    ['another tool', 1, { name: 'drop' }, {}],
    ['another contract', 1, { contractHash: 'new' }, {}],
    ['other arguments', 1, { input: { id: 'b' } }, {}],
    ['one argument more', 1, { input: { id: 'a', more: 1 } }, {}],
    ['a password by now', 1, { critical: true }, {}],
    ['another preview', 1, { preview: null }, { preview: { lines: [{ label: 'Goes', value: 'all' }] } }],
    ['a step that was to ask', 1, {}, { asksAgain: 'destroys' }],
  ])('asks by itself: %s', (_what, step, made, more) => {
    expect(coverageOf(plan(shown(1, more)), step, call(made), none)).toHaveProperty('apart');
  });

  it('with a reference is what it was shown as only with what that step has said', () => {
    const two = plan(shown(1), shown(2, { arguments: { id: '$1.id' }, from: [1] }));
    const resultOf = () => inside;
    expect(coverageOf(two, 2, call({ input: { id: 'made' } }), resultOf)).toEqual({ covers: 'ask' });
    expect(coverageOf(two, 2, call({ input: { id: 'other' } }), resultOf)).toHaveProperty('apart');
    expect(coverageOf(two, 2, call({ input: { id: '$1.id' } }), resultOf)).toHaveProperty('apart');
    expect(coverageOf(two, 2, call({ input: { id: 'made' } }), none)).toHaveProperty('apart');
    const fromOutside = () => ({ ...inside, isOutside: true });
    expect(coverageOf(two, 2, call({ input: { id: 'made' } }), fromOutside)).toHaveProperty('apart');
  });

  it('that destroys may only name what an earlier step has created', () => {
    const given = { id: '$1.id', other: '$2.id' };
    const created = (step: number) => ({ ...inside, created: step === 1 ? ['id'] : ['customer.id'] });
    expect(asksAgain({ id: '$1.id' }, DROP, created)).toBeNull();
    // A destructive call may be next to it, but was not asked about.
    expect(asksAgain({ id: 'victim', note: '$1.id' }, DROP, created)).toBe('destroys');
    // For its server an empty list may mean all.
    for (const all of [[], {}, [['$1.id'], []]]) {
      expect(asksAgain({ id: '$1.id', all }, DROP, created)).toBe('destroys');
    }
    expect(asksAgain(given, DROP, created)).toBe('destroys');
    expect(asksAgain({ id: '$1.id' }, DROP, () => inside)).toBe('destroys');
    expect(asksAgain({ id: '$1.id' }, WRITE, () => inside)).toBeNull();
    expect(asksAgain({ id: 'a' }, DROP, none)).toBeNull();
    expect(asksAgain({ id: '$1.id' }, READ, () => ({ ...inside, isOutside: true }))).toBe('outside');
  });

  it('that changes something asks for what people are to see, or what leads out, but not for what the plan has made', () => {
    const created = () => ({ ...inside, created: ['id'] });
    for (const asking of [
      { ...WRITE, isRuled: true },
      { ...WRITE, isOpen: true },
    ]) {
      expect(asksAgain({ id: '$1.id' }, asking, () => inside)).toBe('unseen');
      expect(asksAgain({ id: '$1.id' }, asking, created)).toBeNull();
      expect(asksAgain({ id: 'a' }, asking, none)).toBeNull();
      expect(asksAgain({ id: '$1.id' }, { ...asking, risk: 'read-only' }, () => inside)).toBeNull();
    }
  });

  it('that was harmless when it was shown and is not now asks for what it takes over', () => {
    const two = plan(shown(1), shown(2, { arguments: { id: '$1.id' } }));
    const made = call({ input: { id: 'made' }, asking: DROP });
    expect(coverageOf(two, 2, made, () => inside)).toHaveProperty('apart');
  });
});
