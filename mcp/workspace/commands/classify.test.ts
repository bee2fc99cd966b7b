import { describe, expect, it } from 'vitest';
import { classify } from './classify';
import { commandCases } from './testing/cases';

describe('classify', () => {
  it('passes as a read no case that must ask or is refused, and asks about none that only reads', () => {
    const cases = commandCases();
    expect(cases.length).toBeGreaterThan(70);
    const wrong = cases.filter(
      ({ input, expect }) => (classify(input).class === 'plain') !== (expect === 'read'),
    );
    expect(wrong).toEqual([]);
  });

  it('passes as a read nothing that must ask, of a set whose author has not seen it', () => {
    const second = commandCases('second');
    expect(second).toHaveLength(150);
    const passed = second.filter(({ input }) => classify(input).class === 'plain');
    expect(passed.filter(({ expect }) => expect !== 'read')).toEqual([]);
  });

  it('refuses what says that it leaves the workspace', () => {
    const refused = commandCases().filter(({ expect }) => expect === 'refuse');
    const notRefused = refused.filter(({ input }) => classify(input).class !== 'refused');
    expect(notRefused.map(({ id, input }) => [id, input])).toEqual([]);
  });
});
