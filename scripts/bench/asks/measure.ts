/**
 * (q) How often a day of requests asks, with a card for each call and with plans and lists. Loaded by `bench.ts`, and
 * by the test of its short form.
 */
import { type OpenDatabase, openDatabase } from '@/db/client';
import { migrate } from '@/db/migrate';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { table } from '../table';
import { type Counts, playDay, sum, type Way } from './day';
import { ordinary, severalSteps } from './requests';

/** The number of requests of each kind. */
export interface Size {
  ordinary: number;
  severalSteps: number;
}

export type Day = Map<string, Counts>;

/** The required reduction, in per cent. */
const AIM = 60;

/** @param url of an empty PostgreSQL database */
export async function measureAsks(url: string, migrations: string, size: Size): Promise<string> {
  const opened = await openDatabase({ url, dataDir: 'memory', poolSize: 4 });
  try {
    await migrate(opened.db, migrations);
    return report(size, {
      apart: await dayOf(opened, size, 'apart'),
      together: await dayOf(opened, size, 'together'),
    });
  } finally {
    await opened.close();
  }
}

/** The same requests on records of the same kind, in a separate team. */
export async function dayOf(opened: OpenDatabase, size: Size, way: Way): Promise<Day> {
  const harness = await RunHarness.open(opened);
  try {
    const requests = [
      ...(await ordinary(harness.office, size.ordinary)),
      ...(await severalSteps(harness.office, size.severalSteps)),
    ];
    return await playDay(harness, requests, way);
  } finally {
    await harness.closeConnections();
  }
}

const perHundred = ({ asks, calls }: Counts) => (100 * asks) / calls;

/** The reduction, in per cent. */
function lessOf(apart: Counts, together: Counts): number {
  return 100 * (1 - perHundred(together) / perHundred(apart));
}

function report(size: Size, { apart, together }: Record<Way, Day>): string {
  const all = { apart: sum(apart.values()), together: sum(together.values()) };
  const several = (day: Day) =>
    sum([...day].flatMap(([kind, counts]) => (kind === 'ordinary' ? [] : [counts])));
  const row = (name: string, one: Counts, other: Counts) => [
    name,
    ...[one.requests, one.calls, one.destructive, one.asks, other.asks].map(String),
    ...[perHundred(one), perHundred(other), lessOf(one, other)].map((figure) => figure.toFixed(1)),
  ];
  const kinds = [...apart].map(([kind, counts]) => row(kind, counts, together.get(kind) ?? sum([])));
  const less = lessOf(all.apart, all.together);
  return [
    `(q) How often ${size.ordinary} ordinary requests and ${size.severalSteps} of several destructive steps ask: presses of a person, each request once with a card`,
    'for each call and once with plans and lists of alike calls',
    '',
    table([
      [
        '',
        'requests',
        'calls',
        'destructive',
        'asks',
        'with plans',
        'per 100 calls',
        'with plans',
        '% fewer',
      ],
      ...kinds,
      row('of several steps', several(apart), several(together)),
      row('all', all.apart, all.together),
    ]),
    '',
    `  asks per 100 calls, fewer with plans and lists: ${less.toFixed(1)} %, at least ${AIM} %: ${less >= AIM ? 'met' : 'MISSED'}`,
    `  destructive calls that were on no card: ${all.apart.unseen + all.together.unseen} of ${all.apart.destructive + all.together.destructive}, at most 0: ${all.apart.unseen + all.together.unseen === 0 ? 'met' : 'MISSED'}`,
  ].join('\n');
}
