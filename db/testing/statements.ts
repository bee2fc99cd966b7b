/**
 * Counts the requests to a database, by any caller: statements, round trips (statements that had to wait for one
 * another), and the commits that had to reach the disk. Statements sent while others are in progress belong to the same
 * round trip.
 */
import type { OpenDatabase } from '../client';

export interface Count {
  /** Including BEGIN and COMMIT, and notifications to other processes. */
  statements: number;
  /** Round trips: each begins after the previous one was answered. */
  roundTrips: number;
  /** Commits that write or lock rows, and that waited until they reached the disk. */
  flushes: number;
}

/** A driver's query function, which drizzle calls: `unsafe` of postgres.js or `query` of PGlite. */
type Ask = (text: string, ...more: unknown[]) => PromiseLike<unknown>;
type Work = (scope: object) => Promise<unknown>;

/** The methods of a client or a transaction that are replaced. */
interface Asked {
  [name: string]: unknown;
}

const WRITES =
  /^\s*(?:insert|update|delete)\b|\bas \(\s*(?:insert|update|delete)\b|\bfor (?:update|share|no key update|key share)\b/i;

/** Its commit does not wait for the disk. */
const UNSYNCED = /set_config\('synchronous_commit', 'off', true\)/;

/** The number of idle checks in a row. */
const CALM = 5;

export class StatementCount {
  private begun = 0;
  private answered = 0;
  private flushed = 0;
  private underWay = 0;
  /** Statements since `start`, in order. */
  texts: string[] = [];

  /** @param opened all its statements are counted from here on */
  constructor(opened: OpenDatabase) {
    const client = Reflect.get(opened.db, '$client') as Asked;
    const [ask, begin] = opened.kind === 'postgres' ? ['unsafe', 'begin'] : ['query', 'transaction'];
    const own = {
      ask: bound<Ask>(client, ask),
      begin: bound<(work: Work) => Promise<unknown>>(client, begin),
    };
    client[ask] = (...query: Parameters<Ask>) => this.watched(own.ask, query, () => this.flush(query[0]));
    client[begin] = (work: Work) => this.transaction(own.begin, ask, work);
  }

  /** Starts a new measurement. */
  start(): void {
    [this.begun, this.answered, this.flushed, this.texts] = [0, 0, 0, []];
  }

  /** The counts so far; a statement that nobody has awaited counts only as sent. */
  get now(): Count {
    return { statements: this.begun, roundTrips: this.answered, flushes: this.flushed };
  }

  /** Resolves once nothing is sent any more, including statements that nobody awaits. */
  async quiet(): Promise<void> {
    for (let calm = 0; calm < CALM; calm++) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (this.underWay > 0) calm = 0;
    }
  }

  /** @returns to be called once it is answered */
  private ask(text: string): () => void {
    const trip = this.answered + 1;
    this.begun += 1;
    this.underWay += 1;
    const { texts } = this;
    texts.push(text);
    return () => {
      this.underWay -= 1;
      if (texts === this.texts) this.answered = Math.max(this.answered, trip);
    };
  }

  private flush(text: string): void {
    if (WRITES.test(text) && !UNSYNCED.test(text)) this.flushed += 1;
  }

  private watched(ask: Ask, query: Parameters<Ask>, answered: () => void): PromiseLike<unknown> {
    const done = this.ask(query[0]);
    const asked = ask(...query);
    settles(asked, () => {
      done();
      answered();
    });
    return asked;
  }

  private async transaction(
    begin: (work: Work) => Promise<unknown>,
    ask: string,
    work: Work,
  ): Promise<unknown> {
    const begun = this.ask('begin');
    let isWritten = false;
    let committed = () => {};
    const result = await begin(async (scope) => {
      begun();
      const own = bound<Ask>(scope as Asked, ask);
      const counted = (...query: Parameters<Ask>) => {
        isWritten ||= WRITES.test(query[0]);
        return this.watched(own, query, () => {});
      };
      Reflect.set(scope, ask, counted);
      const worked = await work(scope);
      committed = this.ask('commit');
      return worked;
    });
    committed();
    if (isWritten) this.flushed += 1;
    return result;
  }
}

function bound<Kind>(client: Asked, name: string): Kind {
  return (client[name] as CallableFunction).bind(client) as Kind;
}

/** postgres.js sends a query only when it is awaited: it is observed here without being awaited. */
function settles(asked: PromiseLike<unknown>, done: () => void): void {
  const inner = asked as Partial<Record<'resolve' | 'reject', (value: unknown) => void>>;
  const { resolve, reject } = inner;
  if (!resolve || !reject) return void asked.then(done, done);
  inner.resolve = (value) => {
    done();
    resolve(value);
  };
  inner.reject = (error) => {
    done();
    reject(error);
  };
}
