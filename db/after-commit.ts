/** Defers what a transaction announces to others until it is committed: a rollback would make it untrue. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** A transaction in progress. */
interface Open {
  acts: (() => void)[];
  isOver: boolean;
}

const open = new AsyncLocalStorage<Open>();

/**
 * Calls `act` once the current transaction is committed, and never if it is rolled back (rollbacks to a savepoint are
 * not noticed). Outside a transaction, calls it at once. `act` must not throw.
 */
export function afterCommit(act: () => void): void {
  const now = open.getStore();
  // Work that was started in a transaction may outlive it; then there is nothing left to wait for.
  if (now && !now.isOver) now.acts.push(act);
  else act();
}

interface Transacting<Tx, Config> {
  transaction<Result>(work: (tx: Tx) => Promise<Result>, config?: Config): Promise<Result>;
}

/** Makes `afterCommit` work for the database's transactions. */
export function withAfterCommit<Tx, Config, Db extends Transacting<Tx, Config>>(
  db: Db & Transacting<Tx, Config>,
): Db {
  const transaction = db.transaction.bind(db) as Transacting<Tx, Config>['transaction'];
  db.transaction = async (work, config) => {
    const own: Open = { acts: [], isOver: false };
    try {
      const result = await transaction((tx) => open.run(own, () => work(tx)), config);
      for (const act of own.acts) act();
      return result;
    } finally {
      own.isOver = true;
    }
  };
  return db;
}
