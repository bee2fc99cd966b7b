/**
 * The PostgreSQL driver, made safe for lost connections. postgres.js 3.4.9 handles them badly (its issues 1208 and
 * 1216): a transaction's next statement, or the driver's own rollback, is written to a closed socket, which throws
 * where nobody can catch it, or to the reconnected connection, outside the transaction; and that connection may never
 * answer again. So a transaction that has lost its connection runs nothing more, and a pool that has lost one is
 * replaced.
 */
import postgres, { type Sql, type TransactionSql } from 'postgres';
import { NEAR, NearPool, takeOver } from './near-pool';
import { openSocket } from './postgres-socket';
import type { Login } from './serving-login';
import { type Query, whenSettled } from './settling';

/** A replaced pool's work in progress is abandoned after this, in milliseconds. */
const PUT_ASIDE_MS = 10_000;
/** How long closing waits for work in progress, in seconds. */
const CLOSE_S = 5;
/** Longer statements with this many parameters are bulk inserts, no two alike: they are not kept prepared. */
const SHORT = 5_000;
const MANY = '$100';
/** Fewer are not worth it. */
const MANY_ROWS = 50;

const OPTIONS = {
  connect_timeout: 10,
  // The driver's own type query, which nobody awaits and whose failure nobody could catch; drizzle parses arrays
  // itself.
  fetch_types: false,
  // By default the driver closes connections now and then, which would look like a loss.
  max_lifetime: null,
  backoff,
  onnotice: () => {},
  socket: openSocket,
};

type Unsafe = Sql['unsafe'];
type Work = (scope: TransactionSql) => Promise<unknown>;

interface Ways {
  /** Where people are served, perhaps by a pooler in transaction mode. */
  url: string;
  /** Where one connection is one session; absent: `url` serves for that as well. */
  directUrl?: string | undefined;
  /** Connections at most; 20 unless said. */
  poolSize?: number;
  prepare?: boolean;
}

export class PostgresDriver {
  private readonly pools = new Set<Sql>();
  private listener: Sql;
  private current: NearPool;
  private isClosed = false;
  /** The login of connections, or the role they take; without it they are the URL's user. */
  private as: Login | { connection: { role: string } } | undefined;
  private readonly directUrl: string;
  private readonly poolSize: number;
  /** The address of the pool: until Amber serves, the pool belongs to the owner and needs sessions. */
  private place: string;

  private readonly ways: Ways;

  /** Connects with the first query. */
  constructor(ways: Ways) {
    this.ways = ways;
    this.directUrl = ways.directUrl ?? ways.url;
    this.poolSize = ways.poolSize ?? 20;
    this.place = this.directUrl;
    this.current = this.openPool();
    this.listener = this.open(this.directUrl, 1);
  }

  /** The client as drizzle uses it; it stays the same while pools are replaced. */
  get client(): Sql {
    const more = isPooled(this.ways) ? ALONE : {};
    const unsafe = (...query: Parameters<Unsafe>) => prepared(this.current.unsafe, query, more);
    const begin = (work: Work) => transaction(this.current, work);
    return { options: this.current.near.options, unsafe, begin } as unknown as Sql;
  }

  /** Listens on a channel, with a connection of its own that the driver reconnects whenever it is lost. */
  async listen(channel: string, heard: (payload: string) => void, listening: () => void): Promise<void> {
    await this.listener.listen(channel, heard, listening);
  }

  /**
   * From here on every connection has this role from its start, and RESET ROLE returns to it. Call before anybody
   * listens.
   * @param login the user that connections log in as, whose sessions start with that role. Without it they log in as
   *   the URL says, with the role as a startup parameter; poolers refuse that, and SET ROLE NONE gets out of the role
   * @returns the reason if the server, or a pooler in front of it, refuses
   */
  async become(role: string, login?: Login): Promise<string | undefined> {
    const as = login ?? { connection: { role } };
    for (const url of new Set([this.ways.url, this.directUrl])) {
      const refusal = await this.refusalOf(url, role, as);
      if (refusal !== undefined) return refusal;
    }
    this.as = as;
    this.serve();
    return undefined;
  }

  /** From here on it serves as the URL's user. */
  becomeNobody(): void {
    if (this.place !== this.ways.url) this.serve();
  }

  private async refusalOf(
    url: string,
    role: string,
    as: NonNullable<typeof this.as>,
  ): Promise<string | undefined> {
    const probe = postgres(url, { ...OPTIONS, prepare: false, max: 1, ...as });
    const refusal = await probe`select session_user as user, current_user as role`.then(
      ([row]) =>
        ('user' in as && row?.user !== as.user ? 'Somebody else is logged in.' : undefined) ??
        (row?.role === role ? undefined : `The session begins without the role ${role}.`),
      reasonOf,
    );
    await probe.end({ timeout: CLOSE_S });
    return refusal;
  }

  private serve(): void {
    this.listener = this.open(this.directUrl, 1);
    this.place = this.ways.url;
    this.renew();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.pools].map((pool) => pool.end({ timeout: CLOSE_S })));
  }

  private openPool(): NearPool {
    const near = Math.min(NEAR, this.poolSize);
    const far = this.poolSize - near;
    return new NearPool(this.open(this.place, near), far > 0 ? this.open(this.place, far) : undefined, near);
  }

  private open(url: string, max: number): Sql {
    let hasConnected = false;
    const pool = postgres(url, {
      ...OPTIONS,
      ...(this.ways.prepare === false && { prepare: false }),
      max,
      ...this.as,
      onparameter: () => {
        hasConnected = true;
      },
      onclose: () => {
        if (hasConnected && this.current.all.includes(pool) && !this.isClosed) this.renew();
      },
    });
    this.pools.add(pool);
    return pool;
  }

  private renew(): void {
    const before = this.current;
    this.current = this.openPool();
    takeOver(this.current.near, before.near);
    for (const pool of before.all) {
      const end = () => pool.end({ timeout: CLOSE_S }).finally(() => this.pools.delete(pool));
      setTimeout(() => void end(), PUT_ASIDE_MS).unref();
    }
  }
}

/** A separate direct URL, or prepared statements switched off, suggests a pooler in front of PostgreSQL. */
const isPooled = ({ directUrl, prepare }: Ways) => directUrl !== undefined || prepare === false;

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** How long to wait before reconnecting, in seconds. The driver's own wait grows to 20. */
function backoff(failures: number): number {
  return Math.min(0.05 * 2 ** failures, 1);
}

/**
 * Lets each connection keep its statements prepared. drizzle would have every query parsed and planned again,
 * in two round trips instead of one. `?prepare=false` in the URL turns it off, as some poolers need.
 */
function prepared(
  unsafe: Unsafe,
  [query, parameters, options]: Parameters<Unsafe>,
  more: object = {},
): Query {
  return forgetful(unsafe(query, parameters ?? [], { ...options, ...more, prepare: isKeptPrepared(query) }));
}

/**
 * Empties arrays of rows once drizzle has converted them. Otherwise large arrays survive young-generation garbage
 * collection with everything read into them: one export of a long record grew a process by half a gigabyte.
 */
function forgetful(query: Query): Query {
  const values = query.values.bind(query);
  query.values = () => {
    whenSettled(query, {
      resolved: (rows) => {
        if (rows.length >= MANY_ROWS) setImmediate(letGo, rows);
      },
    });
    return values();
  };
  return query;
}

function letGo(rows: unknown[]): void {
  rows.length = 0;
}

/**
 * Stops the driver from pipelining. It would send a statement behind an unanswered one in two parts, the second only
 * after a reply; by then a pooler in transaction mode has lent the connection to somebody else, and the answer never
 * comes. The driver itself uses this for `begin`; within a transaction the connection is fixed.
 */
const ALONE = { onexecute: () => false };

/** Whether a connection keeps the statement prepared, whatever its parameters. */
export function isKeptPrepared(query: string): boolean {
  return query.length <= SHORT || !query.includes(MANY);
}

/** Like the driver's `begin`, but runs nothing more once the transaction has ended or lost its connection. */
function transaction(pool: Pick<NearPool, 'begin'>, work: Work): Promise<unknown> {
  const state: State = { over: undefined };
  const begun = pool.begin((scope) => {
    const unsafe = scope.unsafe.bind(scope);
    scope.unsafe = ((...query) => {
      if (state.over) throw state.over;
      return watched(prepared(unsafe, query), state);
    }) as Unsafe;
    // Never settles once the connection is lost, since the driver would answer with a rollback. `begun` fails by
    // itself.
    return new Promise((resolve, reject) => {
      work(scope).then(
        (result) => state.over ?? resolve(result),
        (error) => state.over ?? reject(error),
      );
    });
  });
  const end = (error?: unknown) => {
    state.over ??= error instanceof Error ? error : new Error('The transaction has ended.');
  };
  begun.then(() => end(), end);
  return begun;
}

interface State {
  /** Why nothing more may run. */
  over: Error | undefined;
}

/** Notes the loss before anybody awaiting the query learns of it. */
function watched(query: Query, state: State): Query {
  return whenSettled(query, {
    rejected: (error) => {
      if (isLoss(error)) state.over ??= error;
    },
  });
}

/** Whether the connection is gone, according to the driver, the socket, or PostgreSQL ending the session. */
function isLoss(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code, syscall, severity } = error as { code?: string; syscall?: string; severity?: string } & Error;
  const isDriver = code === 'CONNECTION_CLOSED' || code === 'CONNECTION_DESTROYED';
  return isDriver || syscall !== undefined || severity === 'FATAL' || severity === 'PANIC';
}
