// Shared with the browser: types and pure functions only.
/** What admins have stopped, as the page shows it. Times are ISO 8601, UTC. */
import type { Halt } from '@/lib/policy/halts';

export interface HaltView extends Halt {
  id: string;
  /** The name of who has set it; null: nobody who is still there. */
  setBy: string | null;
  setAt: string;
  /** Whose name `userId` is; null otherwise. */
  person: string | null;
}

export interface LiftedHalt extends HaltView {
  liftedBy: string | null;
  liftedAt: string;
}

export interface HaltsView {
  /** Grows with every change of the team's rules, and of what is stopped. */
  version: number;
  /** Those that hold, newest first. */
  halts: HaltView[];
  /** Newest first; for admins, empty for everybody else. */
  lifted: LiftedHalt[];
}
