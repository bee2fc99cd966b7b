/** Everything that one run has measured. */
import type { Answers } from './answers.ts';
import type { ConfirmFigures } from './confirm.ts';
import type { LedgerFigures } from './ledger-cost.ts';
import type { ListingFigures } from './listing-cost.ts';
import type { OutsideFigures } from './outside.ts';
import type { Decisions } from './receipts/bench.ts';
import type { StepFigures } from './step.ts';
import type { Streams } from './streams.ts';

export interface Figures {
  /** Resident bytes of a process that has started and is idle. */
  idle: number;
  answers: Answers;
  step: StepFigures;
  /** Bytes by page. */
  firstLoad: { page: string; bytes: number }[];
  ledger: LedgerFigures;
  confirm: ConfirmFigures;
  mixed: StepFigures;
  streams: Streams;
  outside: OutsideFigures;
  decisions: Decisions;
  listing: ListingFigures;
}
