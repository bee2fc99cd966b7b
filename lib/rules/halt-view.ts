// Shared with the browser: types and pure functions only.
/** What admins have halted, as the page shows it. Times are ISO 8601, UTC. */
import type { Halt } from '@/lib/policy/halts';

export interface HaltView extends Halt {
  id: string;
  /** The name of the person who set it; null if they are gone. */
  setBy: string | null;
  setAt: string;
  /** The name of the person `userId`; otherwise null. */
  person: string | null;
}

export interface LiftedHalt extends HaltView {
  liftedBy: string | null;
  liftedAt: string;
}

export interface HaltsView {
  /** Grows with every change of the team's rules and halts. */
  version: number;
  /** Active halts, newest first. */
  halts: HaltView[];
  /** Newest first; for admins only, empty for everybody else. */
  lifted: LiftedHalt[];
}
