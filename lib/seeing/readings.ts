import 'server-only';
/** The present state of the installation from the database; read at most every few seconds, however many ask. */
import type { Database } from '@/db/client';
import {
  countConnections,
  countOutbox,
  countRunsByState,
  countUnknownCalls,
  countUnlinkedReceipts,
  countWaitingCards,
  listTableSizes,
} from '@/lib/store/settings/seeing';
import { once } from '@/lib/values/once';
import type { Reading } from './meters';

/** The longest age, in milliseconds. */
const FRESH_MS = 5_000;
/** There are fewer; so that tables which somebody else created cannot make the list long. */
const MOST_TABLES = 200;

const kept = once<{ at: number; readings?: Promise<Reading[]> | undefined }>('readings', () => ({ at: 0 }));

/** Never rejects: if the database is unreachable, only that is reported. */
export function readingsNow(open: () => Promise<Database>): Promise<Reading[]> {
  const now = performance.now();
  if (!kept.readings || now - kept.at >= FRESH_MS) {
    kept.at = now;
    kept.readings = open()
      .then(read)
      .catch(() => [{ name: 'amber_database_up' as const, value: 0 }]);
  }
  return kept.readings;
}

/** Makes the next request take new readings. */
export function forgetReadings(): void {
  kept.readings = undefined;
}

async function read(db: Database): Promise<Reading[]> {
  const [states, cards, unknown, unlinked, outbox, sizes, connections] = await Promise.all([
    countRunsByState(db),
    countWaitingCards(db),
    countUnknownCalls(db),
    countUnlinkedReceipts(db),
    countOutbox(db),
    listTableSizes(db, MOST_TABLES),
    countConnections(db),
  ]);
  const countOf = (state: string) => states.find(({ name }) => name === state)?.count ?? 0;
  const { most = 0, ...byState } = connections ?? { active: 0, idle: 0, other: 0 };
  return [
    { name: 'amber_database_up', value: 1 },
    ...['running', 'waiting'].map((state) => of('amber_runs', { state }, countOf(state))),
    { name: 'amber_cards_waiting', value: cards?.count ?? 0 },
    { name: 'amber_oldest_card_seconds', value: cards?.oldest ?? 0 },
    { name: 'amber_calls_unknown', value: unknown },
    { name: 'amber_receipts_unlinked', value: unlinked },
    ...KINDS.flatMap((kind) => {
      const { count = 0, oldest = 0 } = outbox.find(({ name }) => name === kind) ?? {};
      return [
        of('amber_outbox_waiting', { kind }, count),
        of('amber_outbox_oldest_seconds', { kind }, oldest),
      ];
    }),
    ...sizes.map(({ name, bytes }) => of('amber_table_bytes', { table: name }, bytes)),
    ...Object.entries(byState).map(([state, count]) => of('amber_database_connections', { state }, count)),
    { name: 'amber_database_connections_limit', value: most },
  ];
}

const KINDS = ['mail', 'webhook', 'push'];

const of = (name: Reading['name'], labels: Record<string, string>, value: number): Reading => ({
  name,
  labels,
  value,
});
