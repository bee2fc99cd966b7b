import { describe, expect, it } from 'vitest';
import type { Risk } from '@/mcp/annotations';
import { isOffered, judge, type Mode, type Role } from './policy';

const RISKS: Risk[] = ['read-only', 'write', 'destructive'];

/** The words, written down apart from the table. */
function oracle(risk: Risk, trusted: boolean, mode: Mode, role: Role): string {
  const onlyReads = trusted && risk === 'read-only';
  if (role === 'viewer') return onlyReads ? 'allow' : 'deny';
  if (mode === 'plan') return onlyReads ? 'allow' : 'deny';
  if (!trusted) return 'ask';
  return risk === 'destructive' && mode !== 'yolo' ? 'ask' : 'allow';
}

describe('judge', () => {
  const cases = RISKS.flatMap((risk) =>
    [true, false].flatMap((trusted) =>
      (['plan', 'default', 'yolo'] as const).flatMap((mode) =>
        (['viewer', 'member', 'admin'] as const).map((role) => ({ risk, trusted, mode, role })),
      ),
    ),
  );

  it.each(cases)('$risk, trusted $trusted, $mode, $role', ({ risk, trusted, mode, role }) => {
    const verdict = judge({ risk, trusted }, mode, role);
    expect(verdict.effect).toBe(oracle(risk, trusted, mode, role));
    expect(isOffered({ risk, trusted }, mode, role)).toBe(verdict.effect !== 'deny');
    expect(verdict.reason).not.toBe('');
  });

  it('denies what it does not know', () => {
    expect(judge({ risk: 'read-only', trusted: true }, 'constructor' as Mode, 'admin').effect).toBe('deny');
    expect(judge({ risk: 'odd' as Risk, trusted: true }, 'default', 'admin').effect).toBe('deny');
    expect(judge({ risk: 'write', trusted: true }, 'default', 'toString' as Role).effect).toBe('deny');
  });
});
