/**
 * A pool that prefers the most recently used connections. postgres.js takes the one that has been idle longest, so that
 * each connection has to plan what the others have already planned: PostgreSQL plans a prepared statement five times
 * before it keeps a generic plan, and again whenever statistics change. So a few connections are preferred, and the
 * rest are used only while these are busy.
 */
import type { Sql, TransactionSql } from 'postgres';
import { type Query, whenSettled } from './settling';

type Unsafe = Sql['unsafe'];
type Work = (scope: TransactionSql) => Promise<unknown>;

/** The number of preferred connections. */
export const NEAR = 4;

export class NearPool {
  /** Statements and transactions in progress on the near connections. */
  private atWork = 0;

  /** @param far absent: there are no connections besides the near ones */
  constructor(
    readonly near: Sql,
    readonly far: Sql | undefined,
    private readonly size: number,
  ) {}

  get all(): Sql[] {
    return this.far ? [this.near, this.far] : [this.near];
  }

  readonly unsafe = ((...query: Parameters<Unsafe>) => {
    const far = this.farIfBusy();
    return far ? far.unsafe(...query) : this.counted(this.near.unsafe(...query));
  }) as Unsafe;

  begin(work: Work): Promise<unknown> {
    const far = this.farIfBusy();
    if (far) return far.begin(work);
    this.atWork += 1;
    return this.near.begin(work).finally(() => {
      this.atWork -= 1;
    });
  }

  private farIfBusy(): Sql | undefined {
    if (!this.far || this.atWork < this.size) return undefined;
    takeOver(this.far, this.near);
    return this.far;
  }

  private counted(query: Query): Query {
    this.atWork += 1;
    let isOver = false;
    const end = () => {
      if (!isOver) this.atWork -= 1;
      isOver = true;
    };
    return whenSettled(query, { resolved: end, rejected: end });
  }
}

/** drizzle installs parsers and serializers of its own in the first pool that it is given. */
export function takeOver({ options }: Sql, from: Sql): void {
  Object.assign(options.parsers, from.options.parsers);
  Object.assign(options.serializers, from.options.serializers);
}
