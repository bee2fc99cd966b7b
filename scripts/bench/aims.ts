/** What each figure should be, and whether it is. */
import { AT_ONCE } from './answers.ts';
import type { Figures } from './figures.ts';
import type { ListingCost } from './listing-cost.ts';
import type { StepFigures } from './step.ts';
import type { StreamFigures } from './streams.ts';

/** One figure with what it should be. */
export interface Aim {
  figure: string;
  measured: string;
  aim: string;
  isMet: boolean;
}

const MAX_FIRST_TOKEN_MS = 5;
const MAX_STEP_RATIO = 1.1;
const MAX_FIRST_LOAD_KB = 235;
const MAX_LEDGER_EMBEDDED_MS = 1.5;
const MAX_LEDGER_POSTGRES_MS = 3;
const MAX_CONFIRM_MS = 10;
const MAX_LISTING_MS = 10;

export function aimsOf(figures: Figures): Aim[] {
  const { answers, step, firstLoad, ledger, confirm, mixed, streams, listing } = figures;
  const { one, many } = answers;
  const added = one.amber.first.median - one.direct.first.median;
  const throughput = many.amber.perSecond / many.bare.perSecond;
  return [
    {
      figure: 'first token above direct, one chat',
      measured: `${added.toFixed(2)} ms`,
      aim: `at most ${MAX_FIRST_TOKEN_MS} ms`,
      isMet: added <= MAX_FIRST_TOKEN_MS,
    },
    {
      figure: `answers/s over the bare route, ${AT_ONCE} at once`,
      measured: throughput.toFixed(2),
      aim: 'more than 1',
      isMet: throughput > 1,
    },
    overIdeal('step over the ideal', step),
    ...firstLoad.map(({ page, bytes }) => ({
      figure: `first-load JavaScript of ${page}`,
      measured: `${(bytes / 1000).toFixed(1)} kB`,
      aim: `under ${MAX_FIRST_LOAD_KB} kB`,
      isMet: bytes < MAX_FIRST_LOAD_KB * 1000,
    })),
    atMedian('ledger, embedded database', ledger.embedded.median, MAX_LEDGER_EMBEDDED_MS),
    atMedian('ledger, PostgreSQL', ledger.postgres.median, MAX_LEDGER_POSTGRES_MS),
    atMedian('confirm to dispatch', confirm.median, MAX_CONFIRM_MS),
    overIdeal('mixed batch over the ideal', mixed),
    allServed('event streams that heard', streams.events),
    allServed('followers with the whole answer', streams.followers),
    ...listingAims('embedded database', listing.embedded.vouched),
    ...listingAims('PostgreSQL', listing.postgres.vouched),
  ];
}

/** The list alone, and all that a turn pays: instructions, and every tool made ready for the model. */
function listingAims(where: string, { warm, turn }: ListingCost): Aim[] {
  return [
    below(`20 x 50 vouched tools, list, ${where}`, warm, MAX_LISTING_MS),
    below(`20 x 50 vouched tools, whole turn, ${where}`, turn, MAX_LISTING_MS),
  ];
}

function below(figure: string, ms: number, most: number): Aim {
  return { figure, measured: `${ms.toFixed(2)} ms`, aim: `under ${most} ms`, isMet: ms < most };
}

function overIdeal(figure: string, { ratio }: StepFigures): Aim {
  return {
    figure,
    measured: ratio.toFixed(3),
    aim: `under ${MAX_STEP_RATIO}`,
    isMet: ratio < MAX_STEP_RATIO,
  };
}

function atMedian(figure: string, ms: number, most: number): Aim {
  return below(`${figure}, median`, ms, most);
}

function allServed(figure: string, { served, count }: StreamFigures): Aim {
  return { figure, measured: String(served), aim: `${count} of ${count}`, isMet: served === count };
}
