/**
 * Two hundred requests as people type them, half of them set aside. The author of the rules wrote both halves
 * beforehand, so neither is unseen; `strangers-requests.test.ts` has requests that others wrote.
 */
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { type Database, type OpenDatabase, rowsOf } from '@/db/client';
import { scopesOf } from '@/mcp/scopes';
import { demoAdmin } from '@/mcp/testing/demo-admin';
import { Conversation } from './testing/conversation';
import { openDemo } from './testing/demo';
import { type Judged, judge, requestsOf, type Verdict } from './testing/judge';

let opened: OpenDatabase;
let names: ReadonlyMap<string, string>;

beforeAll(async () => {
  opened = await openDemo();
  names = await namesIn(opened.db);
  return () => opened.close();
});

async function namesIn(db: Database): Promise<Map<string, string>> {
  const rows = await rowsOf<{ id: string; name: string }>(
    db,
    sql`select id, name from customers union all select id, reference from orders union all select id, reference from invoices
      union all select id, name from categories union all select id, name from bank_accounts union all select id, name from users`,
  );
  return new Map(rows.map(({ id, name }) => [id, `@${name}`]));
}

async function all(half: 'tuning' | 'set-aside'): Promise<Judged[]> {
  const admin = await demoAdmin(opened.db);
  const ofAdmin = await Conversation.open(admin);
  const ofViewer = await Conversation.open({ ...admin, scopes: scopesOf('viewer') });
  const judged: Judged[] = [];
  for (const asked of requestsOf(half))
    judged.push(await judge(asked, (asked.role === 'viewer' ? ofViewer : ofAdmin).anew(), names));
  return judged;
}

const told = ({ asked, verdict, reply }: Judged) =>
  `${verdict}: ${asked.say.join(' / ')} -> ${JSON.stringify(reply.calls)} ${reply.text.slice(0, 150).replaceAll('\n', ' ')}`;

test.for(['tuning', 'set-aside'] as const)(
  '%s: no wrong action, hardly a wrong answer, most answered',
  async (half) => {
    const judged = await all(half);
    const count = (verdict: Verdict) => judged.filter((one) => one.verdict === verdict).length;
    const share = (verdict: Verdict) => (100 * count(verdict)) / judged.length;
    console.log(
      `${half}: ${judged.length} requests, ${share('answered')} % answered, ${share('refused')} % rightly refused, ${share('declined')} % declined, ` +
        `${share('wrong answer')} % wrong answers, ${count('wrong action')} wrong actions`,
    );
    const failed = judged.filter(({ verdict }) => verdict !== 'answered' && verdict !== 'refused').map(told);
    expect(count('wrong action'), failed.join('\n')).toBe(0);
    expect(share('wrong answer'), failed.join('\n')).toBeLessThan(2);
    expect(share('answered'), failed.join('\n')).toBeGreaterThanOrEqual(60);
  },
);
