/** All that one run has measured. */
import type { Answers } from './answers.ts';
import type { LedgerFigures } from './ledger-cost.ts';
import type { ListingFigures } from './listing-cost.ts';
import type { OutsideFigures } from './outside.ts';
import type { Spread } from './statistics.ts';
import type { StepFigures } from './step.ts';
import type { Streams } from './streams.ts';

export interface Figures {
  answers: Answers;
  step: StepFigures;
  /** Bytes by page. */
  firstLoad: { page: string; bytes: number }[];
  ledger: LedgerFigures;
  confirm: Spread;
  mixed: StepFigures;
  streams: Streams;
  outside: OutsideFigures;
  listing: ListingFigures;
}
