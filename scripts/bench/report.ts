/** The figures as tables for people, and each aim with whether it was met. */
import { aimsOf } from './aims.ts';
import { type AnswerFigures, type Answers, AT_ONCE, PACED_AT_ONCE, type Variant } from './answers.ts';
import type { Figures } from './figures.ts';
import type { LedgerCost } from './ledger-cost.ts';
import type { ListingCost } from './listing-cost.ts';
import type { ReceiptCost } from './receipts/cost.ts';
import type { Spread } from './statistics.ts';
import type { StepFigures } from './step.ts';
import type { StreamFigures } from './streams.ts';
import { table } from './table.ts';

const NAMES: Record<Variant, string> = {
  direct: 'scripted model, direct',
  bare: 'bare AI SDK route',
  amber: 'Amber, POST /api/chat',
};

/** Everything as text. */
export function report(figures: Figures): string {
  const { answers, step, firstLoad, ledger, confirm, mixed, streams, outside, listing, decisions } = figures;
  return [
    '(a) An answer of 200 tokens, in ms: median / 95th percentile',
    answersTable(answers),
    pacedTable(answers),
    '(b) A step of 8 reads, then 2 writes, of 100 ms each, at the tool server',
    stepTable(step),
    '(c) First-load JavaScript, gzip; what a page asks for later (Markdown, once there is text) does not count',
    table([['', 'kB'], ...firstLoad.map(({ page, bytes }) => [page, (bytes / 1000).toFixed(1)])]),
    '(d) What the ledger adds to a call that nobody must confirm, result of 1 kB; a durable commit beside it, in ms',
    table([
      ['', 'median', '95th percentile', 'one commit'],
      ledgerRow('embedded database, on disk', ledger.embedded),
      ledgerRow('PostgreSQL', ledger.postgres),
    ]),
    '(e) From Confirm to the confirmed call at the tool server, in ms; a durable commit and a call of that server beside it',
    table([
      ['', 'median', '95th percentile', 'one commit', 'one call', 'over two commits and a call'],
      ['one chat', ...figuresOf(confirm.confirm), ...[confirm.commit, confirm.call, confirm.ratio].map(two)],
    ]),
    '(f) A step of 6 reads, a write, 4 reads, a write, of 100 ms each, at two tool servers',
    stepTable(mixed),
    '(g) Open streams of one process: its memory before and with them open',
    table([
      ['', 'streams', 'served', 'MB before', 'MB open', 'kB a stream'],
      streamRow('GET /api/events, four accounts', streams.events),
      streamRow('followers of one answer', streams.followers),
    ]),
    '(h) A read of another client with a token, one after another, in ms; and reads a second at once',
    spreadTable([
      ['POST /api/mcp', outside.http],
      ['the same handler, in process', outside.inside],
    ]),
    table([
      ['', 'ratio', `reads/s, ${AT_ONCE} at once`],
      ['POST /api/mcp', outside.ratio.toFixed(2), outside.perSecond.toFixed(0)],
    ]),
    '(i) 20 connected servers with 50 tools each, in ms: what is vouched for is compared with its pins each time',
    listingTable(listing),
    decisionsTable(decisions),
    'Aims',
    aimsTable(figures),
  ].join('\n\n');
}

function aimsTable(figures: Figures): string {
  const rows = aimsOf(figures).map(({ figure, measured, aim, isMet }) => {
    return [figure, measured, aim, isMet ? 'met' : 'MISSED'];
  });
  return table([['figure', 'measured', 'aim', ''], ...rows]);
}

export function answersTable({ one, many }: Answers): string {
  const variants = Object.keys(NAMES) as Variant[];
  return table([
    ['', 'first token', 'last byte', 'answers/s'],
    ['one chat'],
    ...variants.map((variant) => answerRow(variant, one[variant])),
    [`${AT_ONCE} at once`],
    ...variants.map((variant) => answerRow(variant, many[variant])),
  ]);
}

function answerRow(variant: Variant, { first, last, perSecond }: AnswerFigures): string[] {
  const pair = ({ median, p95 }: Spread) => `${median.toFixed(1)} / ${p95.toFixed(1)}`;
  return [`  ${NAMES[variant]}`, pair(first), pair(last), perSecond.toFixed(0)];
}

export function pacedTable({ paced }: Answers): string {
  return table([
    [`CPU of an answer of 200 tokens over 4 s, ${PACED_AT_ONCE} at once`, 'ms'],
    [`  ${NAMES.bare}`, paced.bare.toFixed(1)],
    [`  ${NAMES.amber}`, paced.amber.toFixed(1)],
  ]);
}

function ledgerRow(name: string, { call, commit }: LedgerCost): string[] {
  return [name, ...figuresOf(call), two(commit)];
}

export function decisionsTable({ oneTeam, fiftyTeams }: Figures['decisions']): string {
  const rows = table([
    ['', 'decisions/s', 'receipts', 'median wait', 'longest wait', 'never linked'],
    decisionsRow('50 teams', fiftyTeams),
    decisionsRow('one team', oneTeam),
  ]);
  return `(k) Decisions of ${AT_ONCE} clients at once, with their receipts; how long these waited for their link, in ms\n\n${rows}`;
}

function decisionsRow(name: string, cost: ReceiptCost): string[] {
  const { decisionsPerSecond, receipts, medianWait, longestWait, unlinked } = cost;
  return [
    name,
    ...[decisionsPerSecond, receipts, medianWait, longestWait, unlinked].map((n) => n.toFixed(0)),
  ];
}

const two = (value: number) => value.toFixed(2);
const figuresOf = ({ median, p95 }: Spread) => [two(median), two(p95)];

function stepTable({ ideal, median, p95, ratio }: StepFigures): string {
  return table([
    ['', 'ms', 'over the ideal'],
    ['ideal', ideal.toFixed(0), '1.000'],
    ['median', median.toFixed(1), ratio.toFixed(3)],
    ['95th percentile', p95.toFixed(1), (p95 / ideal).toFixed(3)],
  ]);
}

function spreadTable(rows: [string, Spread][]): string {
  return table([
    ['', 'median', '95th percentile'],
    ...rows.map(([name, figures]) => [name, ...figuresOf(figures)]),
  ]);
}

function streamRow(name: string, { count, served, before, open }: StreamFigures): string[] {
  const megabytes = (kb: number) => (kb / 1024).toFixed(1);
  return [
    name,
    String(count),
    String(served),
    megabytes(before),
    megabytes(open),
    ((open - before) / count).toFixed(0),
  ];
}

function listingTable({ embedded, postgres }: Figures['listing']): string {
  return table([
    ['', 'first listing', '95th percentile', 'warm: the list', 'until the model is asked', 'MB of heap'],
    listingRow('embedded database, vouched for', embedded.vouched),
    listingRow('embedded database, unknown', embedded.unknown),
    listingRow('PostgreSQL, vouched for', postgres.vouched),
    listingRow('PostgreSQL, unknown', postgres.unknown),
  ]);
}

function listingRow(name: string, { cold, warm, turn, heap }: ListingCost): string[] {
  const [first, late, list, whole] = [cold.median, cold.p95, warm, turn].map((ms) => ms.toFixed(1));
  return [name, ...[first, late, list, whole].map(String), (heap / 1_000_000).toFixed(1)];
}
