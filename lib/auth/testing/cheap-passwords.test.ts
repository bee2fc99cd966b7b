/** The shortcut of tests does not apply in production: at full cost a password is hashed as before. */
import { scryptSync } from 'node:crypto';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { describe, expect, it } from 'vitest';
import { atFullCost, FULL_COST } from './cheap-passwords';

const PASSWORD = 'correct horse';

/** The stored form of a password: the salt, and the hash at full cost. */
function hashedAtFullCost(kept: string): string {
  const [salt = ''] = kept.split(':');
  const key = scryptSync(PASSWORD, salt, 64, { ...FULL_COST, maxmem: 128 * FULL_COST.N * FULL_COST.r * 2 });
  return `${salt}:${key.toString('hex')}`;
}

describe('a password in a test', () => {
  it('costs nothing, and is compared all the same', async () => {
    const hash = await hashPassword(PASSWORD);
    expect(hash).not.toBe(hashedAtFullCost(hash));
    expect(await verifyPassword({ hash, password: PASSWORD })).toBe(true);
    expect(await verifyPassword({ hash, password: `${PASSWORD}.` })).toBe(false);
  });
});

describe('a password where its cost is what is tested', () => {
  atFullCost();

  it('is hashed as it is for people', async () => {
    const hash = await hashPassword(PASSWORD);
    expect(hash).toBe(hashedAtFullCost(hash));
    expect(await verifyPassword({ hash, password: PASSWORD })).toBe(true);
  });
});
