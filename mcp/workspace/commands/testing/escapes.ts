/**
 * Tries to escape from the sandbox, or to change the machine permanently. The probes would do no harm if they
 * succeeded: the clock is set to its current time, and nothing is written where the machine needs it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { rehearse } from '../rehearse';
import { newPlace, SMALL } from './place';

const SECRET = 'only this process knows it';

export interface Escaped {
  /** Probes that succeeded, and anything that changed outside; should be empty. */
  through: string[];
  /** How many were tried. */
  tried: number;
  /** The capabilities of a command, as bits. */
  capabilities: number;
  /** What the command sees: no processes but its own, no descriptors but three. */
  processes: number;
  descriptors: number;
}

/** Each is a shell condition that should be false. */
function probes(outside: string, port: number): Record<string, string> {
  const connect = (to: string) =>
    `node -e 'require("net").connect(${to}).on("connect", () => process.exit(0)).on("error", () => process.exit(1))'`;
  return {
    'reads beside the workspace': `cat ${outside}/secret`,
    'lists beside the workspace': `ls ${outside}/journals`,
    'reads above by a link': `ln -s ../secret l1 && cat l1`,
    'reads by the root of the first process': 'cat /proc/1/root/etc/shadow',
    'reads accounts': 'cat /etc/shadow',
    'reads a home': 'ls /root',
    'sees other rooms': 'ls -d /tmp/amber-room-*',
    'reads secrets of the workspace': 'grep -q . .env',
    'replaces secrets of the workspace': 'rm -f .env || mv .env other || echo x > .env',
    'reads our environment': 'grep -aq "only this process" /proc/[0-9]*/environ',
    // A folder of that name exists inside, but it is not the one outside.
    'writes beside the workspace': `echo x > ${outside}/secret && false`,
    'writes to programs': 'touch /usr/bin/amber-probe',
    'changes the mode of programs': 'chmod --reference=/usr /usr',
    'writes to Node': 'touch /opt/node/amber-probe',
    'makes a device file': 'touch /dev/amber-probe || mknod n b 7 0 || mknod n c 1 3',
    'changes a device': 'chmod --reference=/dev/null /dev/null || chown --reference=/dev/null /dev/null',
    'changes a device it holds': 'chmod --reference=/dev/null /proc/self/fd/0',
    'writes to the root': 'touch /amber-probe',
    'sees settings of the kernel':
      'test -e /proc/sys || test -e /proc/sysrq-trigger || test -e /proc/kcore || test -e /proc/keys',
    'sees devices':
      'test -e /sys || test -e /dev/mem || test -e /dev/kmsg || test -e /dev/tty || test -e /dev/fuse',
    mounts: 'mount -t tmpfs none /tmp || mount --bind /usr /tmp || umount .env || umount /proc',
    'gets namespaces':
      'unshare --user true || unshare --mount true || unshare --user --map-root-user true || unshare --pid --fork true',
    'enters others': 'nsenter --target 1 --mount true || chroot /usr true',
    'sets the clock': 'date -s "@$(date +%s)"',
    'names the machine': 'hostname "$(hostname)"',
    'gets other users': 'setpriv --reuid 1 true || setpriv --clear-groups --regid 1 true',
    'gets rights back':
      'setpriv --ambient-caps +sys_admin mount -t tmpfs none /tmp || setpriv --bounding-set +sys_admin --inh-caps +sys_admin mount -t tmpfs none /tmp',
    'runs as its owner': `cp /usr/bin/id i && chmod 4755 i && test "$(./i -u)" != "$(id -u)"`,
    'has a network': `(exec 3<>/dev/tcp/127.0.0.1/${port}) || ${connect(`${port}, "127.0.0.1"`)}`,
    'has more than the loop': 'test "$(tail -n +3 /proc/self/net/dev | wc -l)" -gt 1',
    'reaches a socket of the workspace': connect('"listening"'),
    'reaches our process': `kill -0 ${process.pid} && test ${process.pid} -gt 200`,
    'reads memory of the first process': 'head -c 1 /proc/1/mem',
    'lowers what it is ended by': 'echo -1000 > /proc/self/oom_score_adj',
    'raises its limits':
      'ulimit -u 100000 || ulimit -d unlimited || ulimit -f unlimited || ulimit -n 1000000',
  };
}

export async function escapes(): Promise<Escaped> {
  const place = newPlace();
  const outside = dirname(place.workspace);
  writeFileSync(join(outside, 'secret'), SECRET);
  mkdirSync(join(place.journals, 'kept'));
  process.env.AMBER_PROBE = SECRET;
  const [tcp, unix] = [createServer(), createServer()];
  await Promise.all([
    new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve)),
    new Promise<void>((resolve) => unix.listen(join(place.workspace, 'listening'), resolve)),
  ]);
  const address = tcp.address();
  const all = probes(outside, typeof address === 'object' && address ? address.port : 0);
  const script = [
    // Without it some probes would test nothing.
    'node -p 1 > /dev/null && ls /proc/self/fd | wc -l',
    'ls -d /proc/[0-9]* | wc -l',
    'grep CapEff /proc/self/status | tr -d "\\t" | cut -d: -f2',
    ...Object.entries(all).map(
      ([name, probe]) => `if { ${probe}; } > /dev/null 2>&1 < /dev/null; then echo "THROUGH ${name}"; fi`,
    ),
  ].join('\n');
  try {
    const { stdout } = await rehearse(script, place, SMALL);
    if (readFileSync(join(outside, 'secret'), 'utf8') !== SECRET) throw new Error('it wrote outside');
    const [descriptors, processes, capabilities, ...through] = stdout.trim().split('\n');
    return {
      through,
      tried: Object.keys(all).length,
      capabilities: Number.parseInt(capabilities ?? '', 16),
      processes: Number(processes),
      descriptors: Number(descriptors),
    };
  } finally {
    delete process.env.AMBER_PROBE;
    tcp.close();
    unix.close();
  }
}
