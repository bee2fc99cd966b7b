/**
 * The aim for each figure, and whether it is met: ratios to something measured beside it, where there is such a thing.
 */
import { AT_ONCE, PACED_AT_ONCE } from './answers.ts';
import type { Figures } from './figures.ts';
import type { LedgerCost } from './ledger-cost.ts';
import type { ListingCost } from './listing-cost.ts';
import type { StepFigures } from './step.ts';
import type { StreamFigures } from './streams.ts';

/** One figure with its aim. */
export interface Aim {
  figure: string;
  measured: string;
  aim: string;
  isMet: boolean;
}

const MAX_FIRST_TOKEN = 1;
const MIN_ANSWERS = 1.5;
const MAX_PACED_CPU = 1.2;
const MAX_STEP_RATIO = 1.1;
/** Per page; a page that shows a conversation may take a little more. */
const MAX_FIRST_LOAD_KB = { '/': 235, chat: 240 };
/** On top of two commits. */
const MAX_LEDGER_MS = 1;
/** As a ratio to two commits and a call. */
const MAX_CONFIRM = 3;
const MAX_OUTSIDE = 1.15;
const MIN_ONE_TEAM = 0.5;
const MAX_LISTING_MS = 10;
/** That of the version that must not be exceeded, on the machine of the printed figures. */
const MAX_IDLE_MB = 293;

export function aimsOf(figures: Figures): Aim[] {
  const { step, firstLoad, ledger, confirm, mixed, streams, outside, decisions, listing } = figures;
  return [
    ...answerAims(figures),
    overIdeal('step over the ideal', step),
    ...firstLoad.map(({ page, bytes }) =>
      atMost(
        `first-load JavaScript of ${page}`,
        bytes / 1000,
        MAX_FIRST_LOAD_KB[page === '/' ? page : 'chat'],
        'kB',
        1,
      ),
    ),
    ledgerAim('ledger, embedded database', ledger.embedded),
    ledgerAim('ledger, PostgreSQL', ledger.postgres),
    atMost('confirm to dispatch over two commits and a call', confirm.ratio, MAX_CONFIRM),
    overIdeal('mixed batch over the ideal', mixed),
    allServed('event streams that heard', streams.events),
    allServed('followers with the whole answer', streams.followers),
    atMost('/api/mcp over the handler in process', outside.ratio, MAX_OUTSIDE),
    atLeast(
      `decisions/s, ${AT_ONCE} clients: one team over ${AT_ONCE}`,
      decisions.oneTeam.decisionsPerSecond / decisions.fiftyTeams.decisionsPerSecond,
      MIN_ONE_TEAM,
    ),
    ...listingAims('embedded database', listing.embedded.vouched),
    ...listingAims('PostgreSQL', listing.postgres.vouched),
  ];
}

function answerAims({ answers: { one, many, paced }, idle }: Figures): Aim[] {
  return [
    atMost(
      'first token over the bare route, one chat',
      one.amber.first.median / one.bare.first.median,
      MAX_FIRST_TOKEN,
    ),
    atLeast(
      `answers/s over the bare route, ${AT_ONCE} at once`,
      many.amber.perSecond / many.bare.perSecond,
      MIN_ANSWERS,
    ),
    atMost(`CPU over the bare route, ${PACED_AT_ONCE} paced`, paced.amber / paced.bare, MAX_PACED_CPU),
    atMost('resident memory when idle', idle / 1_048_576, MAX_IDLE_MB, 'MB', 0),
  ];
}

function ledgerAim(figure: string, { call, commit }: LedgerCost): Aim {
  return atMost(`${figure}, median beyond two commits`, call.median - 2 * commit, MAX_LEDGER_MS, 'ms');
}

/**
 * The listing itself, and everything that a turn pays: instructions, and the preparation of every tool for the model.
 */
function listingAims(where: string, { warm, turn }: ListingCost): Aim[] {
  return [
    atMost(`20 x 50 vouched tools, list, ${where}`, warm, MAX_LISTING_MS, 'ms'),
    atMost(`20 x 50 vouched tools, whole turn, ${where}`, turn, MAX_LISTING_MS, 'ms'),
  ];
}

function atMost(figure: string, measured: number, most: number, unit = '', digits = 2): Aim {
  return {
    figure,
    measured: `${measured.toFixed(digits)} ${unit}`.trim(),
    aim: `at most ${most} ${unit}`.trim(),
    isMet: measured <= most,
  };
}

function atLeast(figure: string, measured: number, least: number): Aim {
  return { figure, measured: measured.toFixed(2), aim: `at least ${least}`, isMet: measured >= least };
}

function overIdeal(figure: string, { ratio }: StepFigures): Aim {
  return {
    figure,
    measured: ratio.toFixed(3),
    aim: `under ${MAX_STEP_RATIO}`,
    isMet: ratio < MAX_STEP_RATIO,
  };
}

function allServed(figure: string, { served, count }: StreamFigures): Aim {
  return { figure, measured: String(served), aim: `${count} of ${count}`, isMet: served === count };
}
