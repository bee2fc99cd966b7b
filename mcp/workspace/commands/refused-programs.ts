/**
 * Refuses commands for what their text says outright. Whatever the text does not reveal, the sandbox still withholds.
 * Pure.
 */
import { posix } from 'node:path';

const NETWORK = new Set([
  ...[
    'curl',
    'wget',
    'nc',
    'ncat',
    'netcat',
    'socat',
    'ssh',
    'scp',
    'sftp',
    'ftp',
    'tftp',
    'telnet',
    'rsync',
  ],
  ...['dig', 'nslookup', 'host', 'ping', 'ping6', 'traceroute', 'nmap', 'aria2c', 'lynx', 'links', 'w3m'],
]);
const PRIVILEGES = new Set([
  ...[
    'sudo',
    'su',
    'doas',
    'pkexec',
    'runuser',
    'setpriv',
    'capsh',
    'setcap',
    'chroot',
    'nsenter',
    'unshare',
  ],
  ...['mount', 'umount', 'losetup', 'swapon', 'swapoff', 'insmod', 'modprobe', 'rmmod', 'sysctl', 'reboot'],
  ...['shutdown', 'halt', 'poweroff', 'mkfs', 'fdisk', 'parted', 'iptables', 'nft', 'systemctl', 'hwclock'],
]);
/** Programs whose operands are file names. */
const OF_FILES = new Set([
  ...[
    'ls',
    'cat',
    'head',
    'tail',
    'wc',
    'nl',
    'tac',
    'rev',
    'cut',
    'sort',
    'uniq',
    'comm',
    'diff',
    'cmp',
    'stat',
  ],
  ...[
    'file',
    'du',
    'find',
    'rm',
    'rmdir',
    'mv',
    'cp',
    'ln',
    'mkdir',
    'touch',
    'chmod',
    'chown',
    'tee',
    'dd',
    'cd',
  ],
  ...['less', 'more', 'truncate', 'shred', 'install', 'git', 'tar', 'split', 'shuf', 'md5sum', 'sha256sum'],
]);
/** The only paths outside the workspace that a command may name. */
const DEVICES = new Set([
  '/dev/null',
  '/dev/stdin',
  '/dev/stdout',
  '/dev/stderr',
  '/dev/zero',
  '/dev/urandom',
]);

/**
 * @param words of one command, its name first
 * @param targets of its redirections
 * @returns why it is refused, as a clause
 */
export function refusalOf(
  words: readonly string[],
  targets: readonly string[],
  workspace?: string,
): string | undefined {
  const [given = '', ...rest] = words;
  const name = posix.basename(given);
  if (NETWORK.has(name)) return `${name} uses the network, which commands do not have`;
  if (PRIVILEGES.has(name) || name.startsWith('mkfs.')) return `${name} takes other privileges`;
  if (name === 'hostname' && rest.some((word) => !word.startsWith('-'))) return 'it names the machine';
  const operands = OF_FILES.has(name) ? rest.map(saidBy) : [];
  const outside = [...targets, ...operands].find((path) => isOutside(path, workspace));
  return outside === undefined ? undefined : `${JSON.stringify(outside)} is outside the workspace`;
}

/** The value of an option that is written with `=`; any other word as it is. */
function saidBy(word: string): string {
  return /^--[\w-]+=(.*)$/s.exec(word)?.[1] ?? word;
}

function isOutside(path: string, workspace: string | undefined): boolean {
  if (DEVICES.has(path)) return false;
  if (path.startsWith('~')) return true;
  if (!path.startsWith('/')) return posix.normalize(path).split('/')[0] === '..';
  const normal = posix.normalize(path);
  return workspace === undefined || !(normal === workspace || normal.startsWith(`${workspace}/`));
}
