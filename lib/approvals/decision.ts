/** The input and the result of a decision. */
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Transaction } from '@/db/client';
import type { GrantWish } from '@/lib/grants/grant-view';
import type { Caller } from '@/lib/people/caller';
import type { RunRow } from '@/lib/store/runs';
import type { ApprovalStatus } from './approval-view';
import type { LookContext, Present } from './present';

/** A passkey's signature, opaque here: only its verification looks inside. */
export type Passkey = AuthenticationResponseJSON;

export interface Decision {
  approvalId: string;
  decision: 'confirm' | 'cancel';
  /** Why, for the model; only with `cancel`. */
  reason?: string;
  /** For critical calls: how the person proves their identity again; only with `confirm`. */
  password?: string | undefined;
  code?: string | undefined;
  passkey?: Passkey | undefined;
  /** What is also allowed ahead; only with `confirm`. */
  grant?: GrantWish;
}

export interface Decided {
  status: ApprovalStatus;
  chatId: string;
  runId: string;
  /** Nothing of the run waits any more, and this caller has taken it: it must continue now. */
  goesOn: boolean;
  /** It was decided just now, not before. */
  isNew: boolean;
  /** The run as it was taken, if `onTaken` was called for it. */
  taken?: RunRow;
  /** What the decision has looked at; only with a new confirmation. */
  present?: Present;
}

export interface DecideContext extends LookContext {
  caller: Caller;
  /** Identifies this process in the run's row. */
  owner: string;
  /** Reads what no decision changes, concurrently with everything that the decision depends on. */
  onLock?: ((tx: Transaction, runId: string) => Promise<void>) | undefined;
  /** Reads, in the decision's transaction, what the run needs to continue. */
  onTaken?: ((tx: Transaction, run: RunRow) => Promise<void>) | undefined;
  /** SHA-256 (hex) of the token of the session in which it is decided, for the record. */
  session?: string | null | undefined;
  /** @throws AppError if that does not prove this person's identity for this card */
  stepUp(
    userId: string,
    shown: Pick<Decision, 'password' | 'code' | 'passkey'>,
    card: { id: string; shown: string },
  ): Promise<void>;
}
