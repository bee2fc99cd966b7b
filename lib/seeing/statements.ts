import 'server-only';
/**
 * Database statements as spans: the kind and table of each, never its text or values. Only within other spans; regular
 * background queries are left out.
 */
import type { OpenDatabase } from '@/db/client';
import { isTold, openSpan } from './spans';

/** A driver's query function, which drizzle calls: `unsafe` of postgres.js or `query` of PGlite. */
type Ask = (text: string, ...more: unknown[]) => PromiseLike<unknown>;
type Work = (scope: object) => Promise<unknown>;
type Client = Record<string, unknown>;

/** From here on every statement of this database is observed. */
export function seeStatements({ db, kind }: OpenDatabase): void {
  const client = Reflect.get(db, '$client') as Client;
  const [ask, begin] = kind === 'postgres' ? ['unsafe', 'begin'] : ['query', 'transaction'];
  const own = bound<(work: Work) => Promise<unknown>>(client, begin);
  client[ask] = seenAsk(bound<Ask>(client, ask));
  client[begin] = (work: Work) =>
    own((scope) => {
      Reflect.set(scope, ask, seenAsk(bound<Ask>(scope as Client, ask)));
      return work(scope);
    });
}

const bound = <Kind>(client: Client, name: string) => (client[name] as CallableFunction).bind(client) as Kind;

function seenAsk(ask: Ask): Ask {
  return (text, ...more) => {
    if (!isTold()) return ask(text, ...more);
    const { verb, summary } = summaryOf(text);
    const span = openSpan(summary, {
      kind: 'client',
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': verb,
        'db.query.summary': summary,
      },
    });
    const asked = ask(text, ...more);
    if (span) settles(asked, span.end);
    return asked;
  };
}

const VERB = /^[\s(]*(select|insert|update|delete|with|set|begin|commit|lock|notify|listen)\b/i;
/** In a statement with several parts, the first one that writes determines its purpose. */
const WRITES = /\b(insert into|update|delete from)\s+"?([a-z_]+)"?/i;
const READS = /\bfrom\s+"?([a-z_]+)"?/i;

/** Such as `SELECT runs`; `OTHER` if it is unknown. */
export function summaryOf(text: string): { verb: string; summary: string } {
  const [, first = 'other'] = VERB.exec(text) ?? [];
  const [, writes, written] = /^with$/i.test(first) || first !== 'select' ? (WRITES.exec(text) ?? []) : [];
  const verb = (writes?.split(' ')[0] ?? (/^with$/i.test(first) ? 'select' : first)).toUpperCase();
  const table = written ?? READS.exec(text)?.[1];
  return { verb, summary: table ? `${verb} ${table}` : verb };
}

/** postgres.js sends a query only once somebody awaits it, which must not happen here: it is only observed. */
function settles(asked: PromiseLike<unknown>, done: (error?: unknown) => void): void {
  const inner = asked as Partial<Record<'resolve' | 'reject', (value: unknown) => void>>;
  const { resolve, reject } = inner;
  if (!resolve || !reject) return void asked.then(() => done(), done);
  inner.resolve = (value) => {
    done();
    resolve(value);
  };
  inner.reject = (error) => {
    done(error);
    reject(error);
  };
}
