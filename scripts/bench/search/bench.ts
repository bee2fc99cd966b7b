/**
 * Search over many messages of one person: `npm run bench -- search`. Over HTTP with the built app, without table
 * statistics and with them, compared with a reference in the same run: a page of the chats, as the side bar requests
 * it.
 */
import postgres, { type Sql } from 'postgres';
import type { App } from '../../../e2e/app.ts';
import type { Session } from '../../../e2e/session.ts';
import { spread } from '../statistics.ts';
import { table } from '../table.ts';

const AIM_MS = 100;
const WARM_UP = 5;
const MEASURED = 60;

/** From words in every message to words in none; German, prefixes, several, numbers. */
const SEARCHES: [what: string, q: string][] = [
  ['in every message', 'invoices'],
  ['begun, in every message', 'invoi'],
  ['one letter', 'i'],
  ['two common words', 'invoice customer'],
  ['in one of fifty', 'reminder'],
  ['in one of 5,000', 'pangolin'],
  ['a number', '4711'],
  ['a German form', 'Haus'],
  ['common and rare', 'invoice pangolin'],
  ['in none', 'quetzalcoatl'],
  ['only in old ones', 'mammoth'],
];

/** @param open starts an app on a new database, and stops it */
export function benchSearch(
  open: (task: (app: App, session: Session) => Promise<void>) => Promise<void>,
  count: number,
): Promise<void> {
  return open(async (app, session) => {
    const sql = postgres(app.databaseUrl, { max: 1, onnotice: () => {} });
    try {
      console.log(`Filling ${count} messages ...`);
      await fill(sql, count);
      await sql`vacuum`;
      await measure(session, 'without statistics');
      await sql`analyze`;
      await measure(session, 'with statistics');
    } finally {
      await sql.end();
    }
  });
}

/** Eighty words each, in chats of twenty messages. The words are stored in folded form, and these need no folding. */
async function fill(sql: Sql, count: number): Promise<void> {
  const [one] = await sql`
    select m.user_id, m.team_id from members m join users u on u.id = m.user_id where u.email = 'member@amber.test'`;
  if (!one) throw new Error('The demo is not there.');
  const { user_id: user, team_id: team } = one;
  await sql`set session_replication_role = replica`;
  await sql`insert into chats (id, team_id, user_id, title, title_words, rev)
    select 'found_' || n, ${team}, ${user}, 'Chat ' || n,
      to_tsvector('english', 'Chat ' || n) || array_to_tsvector(array['@' || ${user}::text]), 1
    from generate_series(0, ${Math.ceil(count / 20)}::int) n`;
  await sql`insert into messages (chat_id, id, role, parts, user_id, words)
    select 'found_' || n / 20, 'found_' || n, 'user', json_build_array(json_build_object('type', 'text', 'text', body)), ${user},
      strip(to_tsvector('english', body) || to_tsvector('german', body)) || array_to_tsvector(array['@' || ${user}::text])
    from (select n, 'Our invoice for the customer number ' || n || case when n % 50 = 0 then ' reminder' else '' end
      || case when n % 5000 = 0 then ' pangolin' else '' end || case when n % 70 = 0 then ' viele Häuser' else '' end
      || case when n < ${count}::int / 2 then ' mammoth' else '' end || ' '
      || (select string_agg('word' || (n::bigint * 7919 * i) % (17 * i), ' ') from generate_series(1, 70) i) as body
      from generate_series(1, ${count}::int) n) texts`;
  await sql`set session_replication_role = origin`;
}

async function measure(session: Session, how: string): Promise<void> {
  const rows: string[][] = [];
  const anchor = await times(session, '/api/chats?limit=50');
  rows.push(['anchor: 50 chats of the side bar', ...figures(anchor), '']);
  const all: number[] = [];
  for (const [what, q] of SEARCHES) {
    const taken = await times(session, `/api/chats/search?q=${encodeURIComponent(q)}`);
    all.push(...taken);
    rows.push([what, ...figures(taken), '']);
  }
  const { p95 } = spread(all);
  rows.push([
    'all of them',
    ...figures(all),
    p95 < AIM_MS ? `met (p95 < ${AIM_MS})` : `MISSED (p95 < ${AIM_MS})`,
  ]);
  console.log(`\nSearch, ${how}, in ms`);
  console.log(table([['', 'median', 'p95', ''], ...rows]));
}

function figures(taken: readonly number[]): string[] {
  const { median, p95 } = spread(taken);
  return [median.toFixed(1), p95.toFixed(1)];
}

async function times(session: Session, path: string): Promise<number[]> {
  const taken: number[] = [];
  for (let nth = 0; nth < WARM_UP + MEASURED; nth++) {
    const startedAt = performance.now();
    const response = await session.fetch('GET', path);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    if (nth >= WARM_UP) taken.push(performance.now() - startedAt);
  }
  return taken;
}
