/** Everything that (j) has measured. */
import type { Quality } from './quality';

/** One search method on one set. */
export interface Row {
  method: string;
  quality: Quality;
  /**
   * For one search, in milliseconds; for each message the shortest of several measurements, because of other load on
   * the machine.
   */
  p50: number;
  p99: number;
  /** Time to index the tools, in milliseconds: the shortest of several, as in a process that has run for a while. */
  build: number;
  /** Memory that it keeps, in MB. */
  megabytes: number;
}

export interface SetFigures extends OwnFigures {
  set: string;
  tools: number;
  /** The other methods, and last our own search by words only. */
  rows: Row[];
  /** Only if an embedding model is configured. */
  vectors?: OwnFigures & { row: Row };
}

/** Of our own search. */
export interface OwnFigures {
  heldOut: Quality;
  /** The proportion of the right tools among those that a step is offered. */
  offered: number;
  memory?: MemoryFigures;
}

/** The same messages without memory and with it. */
export interface Compared {
  without: Quality;
  with: Quality;
}

export interface MemoryFigures {
  remembered: number;
  /** On the messages that were not remembered. */
  all: Compared;
  /** If only half of the tools were used, on the messages for the other half. */
  unused: Compared;
}

/** Tools of real servers, measured with messages for the read-only ones, in a step that leaves destructive ones out. */
export interface RealFigures {
  tools: number;
  /** Whether the servers are trusted. */
  trusted: boolean;
  quality: Quality;
  /** On the half of the messages that was not used for choosing settings. */
  heldOut: Quality;
  /** The proportion of messages whose tool is among those that a step is offered. */
  offered: number;
  /** The proportion of plain names for which a search finds the tool. */
  searched: number;
  /** The proportion of all tools, read-only or not, that come first for a message of "please use" and the name. */
  named: number;
}

export interface SelectionFigures {
  sets: SetFigures[];
  real: RealFigures[];
  safety: SafetyFigures;
  /** Only if an embedding model is configured. */
  vectors?: { model: string; safety: SafetyFigures };
}

export interface SafetyFigures {
  /** Messages that begin with a word for reading. */
  messages: number;
  without: Shown;
  with: Shown;
}

export interface Shown {
  /** Mean number of destructive tools among the first five. */
  destructive: number;
  at10: number;
}
