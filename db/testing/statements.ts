/**
 * Counts what is asked of a database, anyone who asks: statements, how many of them had to wait for one another, and the
 * commits that had to reach the disk. What is asked while other statements are under way is of the same round trip.
 */
import type { OpenDatabase } from '../client';

export interface Count {
  /** BEGIN and COMMIT, and what is told to other processes, included. */
  statements: number;
  /** Of these one after another: each begins when the one before it was answered. */
  roundTrips: number;
  /** Commits that write, or lock rows, and were waited for until they reached the disk. */
  flushes: number;
}

/** A driver's query: what drizzle hands on to it, `unsafe` of postgres.js or `query` of PGlite. */
type Ask = (text: string, ...more: unknown[]) => PromiseLike<unknown>;
type Work = (scope: object) => Promise<unknown>;

/** What of a client or a transaction is put in place of the driver's own. */
interface Asked {
  [name: string]: unknown;
}

const WRITES =
  /^\s*(?:insert|update|delete)\b|\bas \(\s*(?:insert|update|delete)\b|\bfor (?:update|share|no key update|key share)\b/i;

/** Its commit does not wait for the disk. */
const UNSYNCED = /set_config\('synchronous_commit', 'off', true\)/;

/** In a row nothing was under way. */
const CALM = 5;

export class StatementCount {
  private begun = 0;
  private answered = 0;
  private flushed = 0;
  private underWay = 0;
  /** Statements asked for since `start`, in their order. */
  texts: string[] = [];

  /** @param opened every statement of which is counted from here on */
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

  /** What comes is a path of its own. */
  start(): void {
    [this.begun, this.answered, this.flushed, this.texts] = [0, 0, 0, []];
  }

  /** What the path has come to so far: of what nobody has waited for, only that it was asked. */
  get now(): Count {
    return { statements: this.begun, roundTrips: this.answered, flushes: this.flushed };
  }

  /** Resolves once nobody asks anything any more, also nobody for whom nobody waits. */
  async quiet(): Promise<void> {
    for (let calm = 0; calm < CALM; calm++) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (this.underWay > 0) calm = 0;
    }
  }

  /** @returns what is to be called once it is answered */
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

/** postgres.js sends a query only when somebody waits for it: here nobody does, it is only heard of. */
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
