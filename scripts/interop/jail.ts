/**
 * Less rights for programs of strangers, where the system gives that for nothing: no network but its own loopback,
 * another user than root, files of at most 200 MB, no core dumps. What is not there is left out.
 */
import { spawnSync } from 'node:child_process';

const NOBODY = 65534;
const LIMITS = ['prlimit', '--fsize=209715200', '--core=0', '--'];
/** A new network is down until somebody puts it up. */
const OWN_LOOPBACK = ['unshare', '--net', '--', 'sh', '-c', 'ip link set lo up; exec "$@"', 'sh'];

export interface Jail {
  /** What stands before the command. */
  wrap(command: string[], network: 'none' | 'loopback'): string[];
  /** Who must own the folders that such a program writes to; nothing: ourselves. */
  owner: number | undefined;
}

let found: Jail | undefined;

/** @param sample a file that the programs must be able to read */
export function jail(sample: string): Jail {
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  const user = [
    'setpriv',
    `--reuid=${NOBODY}`,
    `--regid=${NOBODY}`,
    '--clear-groups',
    '--no-new-privs',
    '--',
  ];
  const works = (prefix: string[]) =>
    spawnSync(prefix[0] ?? '', [
      ...prefix.slice(1),
      process.execPath,
      '-e',
      `require('fs').accessSync(${JSON.stringify(sample)})`,
    ]).status === 0;
  const limits = works(LIMITS) ? LIMITS : [];
  const net = isRoot && works(OWN_LOOPBACK) ? OWN_LOOPBACK : [];
  const other = isRoot && works(user) ? user : [];
  found = {
    wrap: (command, network) => [...(network === 'none' ? net : []), ...other, ...limits, ...command],
    owner: other.length > 0 ? NOBODY : undefined,
  };
  return found;
}
