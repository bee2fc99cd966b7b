// Shared with the browser: types and pure functions only.
/**
 * The argument that turns a call of a tool into a rehearsal, which changes nothing; and the outcome of a rehearsal for
 * a card.
 */
import type { Difference, ReadLine } from '@/lib/values/differences';

export type SwitchValue = boolean | number | string;

/** The argument, at the top level of the tool's input, and its value. */
export interface Switch {
  argument: string;
  value: SwitchValue;
}

/**
 * Kept with the tool's definition pin. `on`: a first rehearsal left the record unchanged; `changed`: a rehearsal
 * changed the record; `unreadable`: the record could not be compared. In the last two states nothing is rehearsed.
 */
export interface PinnedRehearsal extends Switch {
  state: 'on' | 'changed' | 'unreadable';
  /** What differed after that rehearsal. */
  differences?: Difference[];
}

/** Of a tool that may be rehearsed. */
export interface HeldRehearsal extends Switch {
  /** The hash of the tool definition that it was proved for. */
  of: string;
}

/**
 * The rehearsal as a card shows it. `arguments`: not made, since the call's own arguments hold something that could
 * pass for the switch; `rules`: not made, since the policy asks more than one person; `off`: not made, since it was
 * switched off meanwhile; `unsent`: nothing was sent.
 */
export interface Rehearsed extends Switch {
  status: 'done' | 'failed' | 'changed' | 'unreadable' | 'arguments' | 'rules' | 'off' | 'unsent';
  /** What its server answered. */
  lines?: ReadLine[];
  /** Why there is no answer, in its words or ours. */
  words?: string;
  /** How the record differed after the rehearsal. */
  differences?: Difference[];
  /** The call itself sets the switch: confirming it would only run a rehearsal. */
  isItself?: true;
}
