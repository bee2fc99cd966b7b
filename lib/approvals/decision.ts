/** What a decision is made of, and what comes of it. */
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Transaction } from '@/db/client';
import type { GrantWish } from '@/lib/grants/grant-view';
import type { Caller } from '@/lib/people/caller';
import type { RunRow } from '@/lib/store/runs';
import type { ApprovalStatus } from './approval-view';
import type { LookContext, Present } from './present';

/** A passkey's signature; who checks it knows what is in it. */
export type Passkey = AuthenticationResponseJSON;

export interface Decision {
  approvalId: string;
  decision: 'confirm' | 'cancel';
  /** Why, for the model; only with `cancel`. */
  reason?: string;
  /** For what is critical: by what the decider shows once more who they are; only with `confirm`. */
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
  /** The run's set is complete and this caller has taken it: it must go on now. */
  goesOn: boolean;
  /** It was decided just now, and not before. */
  isNew: boolean;
  /** The run as it was taken, where `onTaken` was called for it. */
  taken?: RunRow;
  /** What the decision has looked at; with a confirmation that was new. */
  present?: Present;
}

export interface DecideContext extends LookContext {
  caller: Caller;
  /** Names this process in the run's row. */
  owner: string;
  /** Reads what no decision changes, while everything else is read that it depends on. */
  onLock?: ((tx: Transaction, runId: string) => Promise<void>) | undefined;
  /** Reads, in the decision's transaction, what the run goes on with that is taken by it. */
  onTaken?: ((tx: Transaction, run: RunRow) => Promise<void>) | undefined;
  /** SHA-256 (hex) of the token of the session in which it is decided, for the record. */
  session?: string | null | undefined;
  /** @throws AppError when that does not show that it is this person, for this card */
  stepUp(
    userId: string,
    shown: Pick<Decision, 'password' | 'code' | 'passkey'>,
    card: { id: string; shown: string },
  ): Promise<void>;
}
