/**
 * The most database work that each path may cause: the only such table. `docs/figures.md` prints it; the test beside
 * the runs fails if a path needs more, on either database. Lower a number with the change that makes it possible.
 */
import type { Count } from '@/db/testing/statements';

export type Path = keyof typeof CEILINGS;

interface Ceiling extends Partial<Count> {
  /** In words, for the table. */
  path: string;
  /** `tools/list` requests to the server. */
  listings?: number;
}

/** On PostgreSQL; the embedded database has no other processes to notify, and so needs slightly less. */
export const CEILINGS = {
  asked: { path: 'a message, until the model is asked', statements: 9, roundTrips: 5, flushes: 1 },
  burst: { path: 'an answer in one burst, in all', statements: 14 },
  paced: { path: 'an answer of four seconds, in all', statements: 24 },
  read: { path: 'a read of an own tool adds', statements: 5 },
  confirm: {
    path: 'Confirm until the call is sent, another server',
    statements: 24,
    roundTrips: 8,
    flushes: 2,
    listings: 1,
  },
  confirmOwn: {
    path: 'Confirm until the call is sent, own tool with a preview',
    statements: 36,
    roundTrips: 14,
    flushes: 2,
  },
  outside: { path: 'a read through /api/mcp', statements: 7, flushes: 2 },
  chat: { path: 'GET /api/chat/ID', statements: 6, roundTrips: 4 },
  idle: { path: 'a second of a process with nothing to do', statements: 8 },
} satisfies Record<string, Ceiling>;

/** The table as in `docs/figures.md`. */
export function ceilingRows(): string[][] {
  const cell = (figure: number | undefined) => (figure === undefined ? '' : String(figure));
  const rows = Object.values<Ceiling>(CEILINGS).map(({ path, statements, roundTrips, flushes, listings }) => {
    return [path, cell(statements), cell(roundTrips), cell(flushes), cell(listings)];
  });
  return [['path', 'statements', 'round trips', 'flushes', 'listings'], ...rows];
}
