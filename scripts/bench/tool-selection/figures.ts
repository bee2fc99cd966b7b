/** All that (j) has measured. */
import type { Quality } from './quality';

/** One way of searching on one set. */
export interface Row {
  method: string;
  quality: Quality;
  /** Of one search, in milliseconds; of each message the shortest of a few times, since the machine does other work. */
  p50: number;
  p99: number;
  /** To read the tools, in milliseconds: the shortest of a few times, as in a process that has run for a while. */
  build: number;
  /** What stays in memory for it, in MB. */
  megabytes: number;
}

export interface SetFigures extends OwnFigures {
  set: string;
  tools: number;
  /** Of our peers, and last of our own search by words alone. */
  rows: Row[];
  /** Only where an embedding model is configured. */
  vectors?: OwnFigures & { row: Row };
}

/** Of our own search. */
export interface OwnFigures {
  heldOut: Quality;
  /** Share of the right tools among those that a step is offered. */
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
  /** Where only one half of the tools was used, on the messages for the other half. */
  unused: Compared;
}

/** Tools of real servers, by messages for those that read; of a step as it leaves destructive ones out. */
export interface RealFigures {
  tools: number;
  /** Whether somebody vouches for the servers. */
  trusted: boolean;
  quality: Quality;
  /** On the half of the messages on which no setting was chosen. */
  heldOut: Quality;
  /** Share of the messages whose tool is among those that a step is offered. */
  offered: number;
  /** Share of plain names for which a search finds the tool. */
  searched: number;
  /** Share of all tools, readers or not, that come first when a message says "please use" and the name. */
  named: number;
}

export interface SelectionFigures {
  sets: SetFigures[];
  real: RealFigures[];
  safety: SafetyFigures;
  /** Only where an embedding model is configured. */
  vectors?: { model: string; safety: SafetyFigures };
}

export interface SafetyFigures {
  /** Messages that begin with a word that asks to see something. */
  messages: number;
  without: Shown;
  with: Shown;
}

export interface Shown {
  /** Mean destructive tools among the first five. */
  destructive: number;
  at10: number;
}
