/** What a transaction tells others of: only once it is committed, since a rollback would make it untrue. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** A transaction that goes on. */
interface Open {
  acts: (() => void)[];
  isOver: boolean;
}

const open = new AsyncLocalStorage<Open>();

/**
 * Calls `act` when the transaction in which this is called has been committed, and never when it is rolled back (of a savepoint
 * within it nothing is known); outside of one, at once. It must not throw.
 */
export function afterCommit(act: () => void): void {
  const now = open.getStore();
  // What began within a transaction may outlive it.
  if (now && !now.isOver) now.acts.push(act);
  else act();
}

interface Transacting<Tx, Config> {
  transaction<Result>(work: (tx: Tx) => Promise<Result>, config?: Config): Promise<Result>;
}

/** Has the database's transactions know what waits for their end. */
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
