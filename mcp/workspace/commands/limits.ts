/** What a rehearsed command may take. */
export interface Limits {
  /** Wall clock, in milliseconds: then everything it started is killed. */
  timeMs: number;
  /** What all its processes may hold together, in MB. */
  memoryMb: number;
  /** Processes and threads at a time. */
  processes: number;
  /** What it may write, to the workspace and to its scratch folders each, in MB; kept in memory. */
  diskMb: number;
  /** Of each of its outputs, in bytes; the rest is read and thrown away. */
  outputBytes: number;
}

export const LIMITS: Limits = {
  timeMs: 120_000,
  memoryMb: 2_048,
  processes: 256,
  diskMb: 256,
  outputBytes: 1_000_000,
};

/** Files and folders that a command may make; each takes memory of its own. */
export const MAX_FILES = 20_000;
