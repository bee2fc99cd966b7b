/** The CPU time of processes, in milliseconds, as Linux counts it: in hundredths of a second. */
import { readdirSync, readFileSync } from 'node:fs';

const TICK_MS = 10;

interface Stat {
  parent: number;
  own: number;
  /** Of children that have ended. */
  ended: number;
}

function statOf(pid: number | string): Stat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name before it may contain anything.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const at = (index: number) => fields[index] ?? 0;
  return { parent: at(1), own: (at(11) + at(12)) * TICK_MS, ended: (at(13) + at(14)) * TICK_MS };
}

export const cpuOf = (pid: number): number => statOf(pid)?.own ?? 0;

/** Including its children, even those that have ended. */
export function cpuOfTree(pid: number): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf);
  const children = stats.filter((one) => one?.parent === pid).reduce((sum, one) => sum + (one?.own ?? 0), 0);
  const itself = statOf(pid);
  return children + (itself?.own ?? 0) + (itself?.ended ?? 0);
}
