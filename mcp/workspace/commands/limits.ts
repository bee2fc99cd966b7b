/** The limits of a rehearsed command. */
export interface Limits {
  /** Wall-clock time in milliseconds; after it, everything that the command started is killed. */
  timeMs: number;
  /** Memory of all its processes together, in MB. */
  memoryMb: number;
  /** Processes and threads at a time. */
  processes: number;
  /** What it may write, to the workspace and to its scratch folders each, in MB; this is held in memory. */
  diskMb: number;
  /** Of each of its outputs, in bytes; the rest is read and discarded. */
  outputBytes: number;
}

export const LIMITS: Limits = {
  timeMs: 120_000,
  memoryMb: 2_048,
  processes: 256,
  diskMb: 256,
  outputBytes: 1_000_000,
};

/** Files and folders that a command may create; each takes memory of its own. */
export const MAX_FILES = 20_000;
