// Shared with the browser: types and pure functions only.
/** That an argument of a tool makes a call of it a rehearsal, which changes nothing; and what became of one for a card. */
import type { Difference, ReadLine } from '@/lib/values/differences';

export type SwitchValue = boolean | number | string;

/** The argument, at the top of the tool's own, and its value. */
export interface Switch {
  argument: string;
  value: SwitchValue;
}

/**
 * As it is kept with the tool's pin. `on`: what a call was about was the same after a rehearsal as before; `changed`: it was not, once;
 * `unreadable`: it could not be compared, once. Nothing is rehearsed by the last two.
 */
export interface PinnedRehearsal extends Switch {
  state: 'on' | 'changed' | 'unreadable';
  /** What was otherwise after it. */
  differences?: Difference[];
}

/** Of a tool that may be rehearsed. */
export interface HeldRehearsal extends Switch {
  /** The hash of the definition for which it was proved. */
  of: string;
}

/**
 * What a card shows of it. `arguments`: none was made, since the call's own hold what could pass for the switch; `rules`: none, since
 * the policy asks more than one person's word; `off`: none, since it was switched off meanwhile; `unsent`: nothing has left.
 */
export interface Rehearsed extends Switch {
  status: 'done' | 'failed' | 'changed' | 'unreadable' | 'arguments' | 'rules' | 'off' | 'unsent';
  /** What its server answered. */
  lines?: ReadLine[];
  /** Why there is no answer, in its words or ours. */
  words?: string;
  /** What the call is about, as it was before the rehearsal and after it. */
  differences?: Difference[];
  /** The call itself holds the switch: what runs would be a rehearsal. */
  isItself?: true;
}
