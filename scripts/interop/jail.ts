/**
 * Reduced rights for foreign programs, as far as the system supports it without setup: only a loopback network of their
 * own, a user other than root, files of at most 200 MB, no core dumps. Unsupported restrictions are left out.
 */
import { spawnSync } from 'node:child_process';

const NOBODY = 65534;
const LIMITS = ['prlimit', '--fsize=209715200', '--core=0', '--'];
/** A new network's interfaces are down at first. */
const OWN_LOOPBACK = ['unshare', '--net', '--', 'sh', '-c', 'ip link set lo up; exec "$@"', 'sh'];

export interface Jail {
  /** The wrapped command. */
  wrap(command: string[], network: 'none' | 'loopback'): string[];
  /** The required owner of the folders that such a program writes to; undefined: ourselves. */
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
