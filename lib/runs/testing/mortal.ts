/** A database as seen by a process that dies: after a given number of statements none gets through any more. */
import type { Database } from '@/db/client';

const STATEMENTS = [
  'select',
  'selectDistinct',
  'insert',
  'update',
  'delete',
  'execute',
  'transaction',
  'with',
  '$count',
];

/** The error of a driver. */
class Gone extends Error {
  readonly code = 'ECONNRESET';
}

/** @param after the number of statements, a transaction counting as one; absent: it lives */
export function mortal(
  db: Database,
  after = Number.POSITIVE_INFINITY,
): { db: Database; readonly isDead: boolean } {
  let left = after;
  const life = { isDead: false };
  const get = (target: Database, key: string | symbol) => {
    const value: unknown = Reflect.get(target, key);
    if (typeof value !== 'function') return value;
    if (!STATEMENTS.includes(String(key))) return value.bind(target);
    return (...given: unknown[]) => {
      life.isDead ||= --left < 0;
      if (life.isDead) throw new Gone('The process has died.');
      return value.apply(target, given);
    };
  };
  return {
    db: new Proxy(db, { get }),
    get isDead() {
      return life.isDead;
    },
  };
}
