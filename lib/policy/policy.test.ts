import { describe, expect, it } from 'vitest';
import type { Risk } from '@/mcp/annotations';
import { isOffered, judge, type Mode } from './policy';

const RISKS: Risk[] = ['read-only', 'write', 'destructive'];

/** The words, written down apart from the table. */
function oracle(risk: Risk, trusted: boolean, mode: Mode): string {
  const onlyReads = trusted && risk === 'read-only';
  if (mode === 'plan') return onlyReads ? 'allow' : 'deny';
  if (!trusted) return 'ask';
  return risk === 'destructive' && mode !== 'yolo' ? 'ask' : 'allow';
}

describe('judge', () => {
  const cases = RISKS.flatMap((risk) =>
    [true, false].flatMap((trusted) =>
      (['plan', 'default', 'yolo'] as const).map((mode) => ({ risk, trusted, mode })),
    ),
  );

  it.each(cases)('$risk, trusted $trusted, $mode', ({ risk, trusted, mode }) => {
    const verdict = judge({ risk, trusted }, mode);
    expect(verdict.effect).toBe(oracle(risk, trusted, mode));
    expect(isOffered({ risk, trusted }, mode)).toBe(verdict.effect !== 'deny');
    expect(verdict.reason).not.toBe('');
  });

  it('denies what it does not know', () => {
    expect(judge({ risk: 'read-only', trusted: true }, 'constructor' as Mode).effect).toBe('deny');
    expect(judge({ risk: 'odd' as Risk, trusted: true }, 'default').effect).toBe('deny');
  });
});
