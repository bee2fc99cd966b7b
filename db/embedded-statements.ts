/**
 * Keeps statements of the embedded database prepared. PGlite parses and plans each query anew, in six round trips to
 * the engine. A repeated query is a single one here, with an existing plan, as on a server. Nothing else differs:
 * queueing, errors and the parsing of rows are PGlite's own.
 */
import { type PGlite, parse, protocol, type QueryOptions, type Results } from '@electric-sql/pglite';

const { serialize } = protocol;

/** The most that are kept; beyond that the one prepared first is closed. */
const MOST = 200;
/**
 * There is no autovacuum to update statistics, as on a server: as tables grow, a statement is prepared again after this
 * long, in milliseconds.
 */
const OLD_MS = 60_000;
/** Longer ones are bulk inserts and lists, of which hardly two are alike. */
const LONGEST = 20_000;
/** The error code of a statement whose result columns have changed since it was prepared. */
const CHANGED = '0A000';

type Ask = (text: string, params?: unknown[], options?: QueryOptions) => Promise<Results<never>>;
type Answer = Awaited<ReturnType<PGlite['execProtocolStream']>>;

interface Prepared {
  name: string;
  at: number;
  /** Of its parameters. */
  types: number[];
  /** The description of its rows; empty if there are none. */
  columns: Answer;
}

/** From here on, statements that are run more than once on this database stay prepared. */
export function keepStatements(client: PGlite): void {
  const kept = new Statements(client);
  const query = client.query.bind(client) as Ask;
  const transaction = client.transaction.bind(client);
  const alone: Ask = async (text, params, options) => {
    if (!kept.isKept(text, options)) return query(text, params, options);
    // In the order of requests, as PGlite does it.
    await client._checkReady();
    return client._runExclusiveTransaction(() => kept.ask(text, params, options, false));
  };
  client.query = alone as PGlite['query'];
  client.transaction = (work) =>
    transaction((scope) => {
      const plain = scope.query.bind(scope) as Ask;
      const within: Ask = (text, params, options) =>
        !scope.closed && kept.isKept(text, options)
          ? kept.ask(text, params, options, true)
          : plain(text, params, options);
      scope.query = within as typeof scope.query;
      return work(scope);
    });
}

class Statements {
  /** By their text; undefined for one that was run only once. */
  private readonly all = new Map<string, Prepared | undefined>();
  private count = 0;
  private readonly client: PGlite;

  constructor(client: PGlite) {
    this.client = client;
  }

  /** A statement that runs for the first time may never run again. */
  isKept(text: string, options: QueryOptions | undefined): boolean {
    if (text.length > LONGEST || options?.blob || options?.paramTypes) return false;
    if (this.all.has(text)) return true;
    this.all.set(text, undefined);
    return false;
  }

  ask(text: string, params: unknown[] = [], options: QueryOptions | undefined, isWithin: boolean) {
    return this.client.runExclusive(async () => {
      try {
        return await this.run(text, params, options, isWithin);
      } catch (error) {
        const isOther = Reflect.get(Object(error), 'code') === CHANGED && !isWithin;
        if (!isOther) throw error;
        await this.prepare(text);
        return this.run(text, params, options, isWithin);
      }
    });
  }

  private async run(text: string, params: unknown[], options: QueryOptions | undefined, isWithin: boolean) {
    const known = this.all.get(text);
    const { name, types, columns } =
      known && Date.now() - known.at < OLD_MS ? known : await this.prepare(text);
    const values = params.map((value, at) => this.written(value, types[at] ?? 0, options));
    const steps = [serialize.bind({ statement: name, values }), serialize.execute({}), serialize.sync()];
    const answer = await this.client.execProtocolStream(joined(steps), {
      syncToFs: !isWithin,
      ...(options?.onNotice && { onNotice: options.onNotice }),
    });
    return parse.parseResults([...columns, ...answer], this.client.parsers, options)[0] as Results<never>;
  }

  private async prepare(text: string): Promise<Prepared> {
    const gone = [...this.all].slice(0, Math.max(0, this.all.size - MOST));
    const before = [...gone, [text, this.all.get(text)] as const];
    for (const [other] of before) this.all.delete(other);
    this.all.set(text, undefined);
    const name = `kept_${++this.count}`;
    const answer = await this.client.execProtocolStream(
      joined([
        ...before.flatMap(([, old]) => (old ? [serialize.close({ type: 'S', name: old.name })] : [])),
        ...[serialize.parse({ name, text }), serialize.describe({ type: 'S', name }), serialize.sync()],
      ]),
      { syncToFs: false },
    );
    const columns = answer.filter((message) => message.name === 'rowDescription');
    const prepared = { name, at: Date.now(), types: parse.parseDescribeStatementResults(answer), columns };
    this.all.set(text, prepared);
    return prepared;
  }

  private written(value: unknown, type: number, options: QueryOptions | undefined): string | null {
    if (value === null || value === undefined) return null;
    const serializer = options?.serializers?.[type] ?? this.client.serializers[type];
    return serializer ? serializer(value) : String(value);
  }
}

function joined(parts: Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}
