/**
 * The scripts that build the room in which a command is rehearsed. There are two shells. The outer one has a user
 * namespace of its own, and with it the right to mount: it builds the room and waits until what the command left has
 * been read. The inner one is the first process of a second process namespace, so that whatever a command starts ends
 * with it; it enters the room, drops all privileges and becomes the command.
 *
 * If Amber runs as root, the room's user is mapped to a user that does not exist on this machine: root is exempt from
 * the limit of processes, and may write much in /proc and /dev by its number alone. What the user keeps is power over
 * the workspace's files; everything else from the machine is mounted read-only in the room, which covers changes of
 * mode and owner too.
 */
import { type Limits, MAX_FILES } from './limits';

/** A user and group id that nobody on this machine has. */
const NOBODY = 2_147_000_000;

/** How the room's user ids map to the machine's, as lines of `/proc/PID/uid_map`. */
export function idMap(id: number): string {
  if (id !== 0) return `0 ${id} 1\n`;
  return `0 ${NOBODY} 1\n1 1 ${NOBODY - 1}\n${NOBODY} 0 1\n`;
}

/**
 * The namespaces of the outer shell; the time namespace keeps the machine's own clocks out of reach of whatever has
 * privileges here.
 */
export const UNSHARE = [
  ...['--user', '--keep-caps', '--mount', '--pid', '--net', '--ipc', '--uts', '--cgroup', '--time'],
  ...['--fork', '--kill-child', '--'],
];

/** Reports its process id, waits for the user mapping, and becomes the outer shell proper. */
export const ENTRY = `
echo 1000 > /proc/self/oom_score_adj
read -r pid rest < /proc/self/stat
echo "$pid" >&3
read -r go
exec setpriv --reuid 0 --regid 0 $1 --no-new-privs --pdeathsig KILL -- bash --norc --noprofile -c "$2" holder "\${@:3}"
`;

/** Arguments: base folder (see `newBase`), workspace, inner script, the command, its user and group, 1 for root. */
export const HOLDER = `
set -eu
base=$1 workspace=$2 inner=$3
umask 022
mount -a -T "$base/first"
mkdir "$base/layer/upper" "$base/layer/work"
mkdir -m 1777 "$base/scratch/tmp" "$base/scratch/home" "$base/scratch/shm"
chmod --reference="$workspace" "$base/layer/upper"
chown --reference="$workspace" "$base/layer/upper" 2>/dev/null || true
umask 222
: > "$base/scratch/nothing"
umask 022
cp -RP --no-preserve=mode "$base/bare/." "$base/room"
cd "$base/room"
# Which of the workspace is to be hidden is looked for meanwhile.
read -r ready
mount -a -T "$base/second"
while read -r id parent device from point options rest; do
  printf -v point '%b' "$point"
  case "$point" in
    "$base/room/dev/shm" | "$base/room/tmp" | "$base/room/home" | "$base/room$workspace") ;;
    "$base/room"/* | "$base/room")
      case ",$options," in *,ro,*) ;; *,noexec,*) mount -o remount,bind,ro,nosuid,nodev,noexec "$point" ;;
        *) mount -o remount,bind,ro,nosuid,nodev "$point" ;; esac ;;
  esac
done < /proc/self/mountinfo
if [ "$7" = 1 ]; then echo 0 > /proc/sys/user/max_user_namespaces
else echo 1 > /proc/sys/user/max_user_namespaces; fi
exec 4>&1 6<&0
# When whoever made this room dies, so does all that is in it; also what is about to be started, so it is told more than once.
trap 'exit 1' TERM
{ read -r done <&6 || :; while kill -TERM 1; do kill -KILL -1 || :; sleep 0.1; done; } 3>&- 4>&- &
watch=$!
exec < /dev/null
{
  {
    set +e
    unshare --pid --fork --mount -- bash --norc --noprofile -c "$inner" room "$@" 2>&1 >&5 3>&- 4>&- 5>&- | cat >&2 3>&- 4>&- 5>&-
    printf 'exit %s\\n' "\${PIPESTATUS[0]}" >&3
  } 5>&1 | cat >&4 3>&-
}
exec >&- 2>&- 4>&-
set +e
find "$base/layer/upper" -printf '%y\\0%m\\0%l\\0%P\\0' >&3
chmod -R u+rwX "$base/layer/upper"
printf 'END' >&3
wait "$watch"
`;

/**
 * Takes the same arguments. Closes the descriptors it was given, so that the command holds nothing from outside the
 * room.
 */
export function inner(limits: Limits): string {
  const kilobytes = (mb: number) => Math.round(mb * 1024);
  return `
set -eu
base=$1 workspace=$2 command=$4 user=$5 group=$6
if [ "$7" = 1 ]; then how=ro; else how=rw; fi
mount -t proc -o "$how,nosuid,nodev,noexec,subset=pid" proc "$base/room/proc"
cd "$base/room"
pivot_root . .
umount -l .
cd "$workspace"
for fd in /proc/self/fd/*; do
  fd=\${fd##*/}
  if [ "$fd" -gt 2 ]; then exec {fd}>&-; fi
done
exec < /dev/null
ulimit -c 0 -n 1024 -u ${limits.processes} -d ${kilobytes(limits.memoryMb)} -f ${kilobytes(limits.diskMb)}
export PATH=/opt/node/bin:/usr/local/bin:/usr/bin:/bin
if [ "$7" = 1 ]; then
  export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*'
  keep=,+dac_override,+fowner,+chown
  own=()
else
  keep=
  own=(unshare --user "--map-user=$user" "--map-group=$group" --)
fi
exec "\${own[@]}" setpriv --no-new-privs --inh-caps=-all --ambient-caps=-all "--bounding-set=-all$keep" -- \\
  bash --norc --noprofile -c 'bash --norc --noprofile -c "$1"; exit $?' bash "$command"
`;
}

/** The environment of a command, and of what builds its room: no variable of ours. */
export const ENVIRONMENT: Record<string, string> = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/home',
  TMPDIR: '/tmp',
  LANG: 'C.UTF-8',
  TERM: 'dumb',
  PAGER: 'cat',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  // npm would retry for minutes.
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
};

export interface Room {
  /** A folder made for this room alone; its path consists of letters, digits and `/ . _ -`. */
  base: string;
  workspace: string;
  /** Absolute paths that appear in the room at the same place, read-only. */
  beside: readonly string[];
  /** The folder with `bin/node`; absent if Node is in /usr. */
  node?: string;
}

/** The machine's devices that a room has. */
export const DEVICES = ['null', 'zero', 'full', 'random', 'urandom'];

/** A path that no command may see. */
export interface Hidden {
  /** Absolute, as bytes, since it need not be valid text. */
  path: Buffer;
  isFolder: boolean;
}

/** The first mounts, before folders are made in them, as a table for `mount -a`. */
export function firstTable({ base }: Room, limits: Limits): string {
  const tmpfs = (at: string, mb: number, mode: string) =>
    line('tmpfs', `${base}/${at}`, 'tmpfs', `size=${mb}m,nr_inodes=${MAX_FILES},mode=${mode},nosuid,nodev`);
  return [
    tmpfs('room', 8, '0755'),
    tmpfs('layer', limits.diskMb, '0700'),
    tmpfs('scratch', limits.diskMb, '0755'),
  ].join('');
}

/**
 * The second mounts: the machine's folders read-only, and the workspace as the lower half of the overlay that the
 * command sees.
 * @param hidden absolute paths: empty in the room, and read-only
 * @param isNoexec whether a path is on a file system mounted noexec; its mount in the room is noexec too
 */
export function secondTable(
  { base, workspace, beside, node }: Room,
  hidden: readonly Hidden[],
  exists: (path: string) => boolean,
  isNoexec: (path: string) => boolean,
) {
  const room = `${base}/room`;
  const bind = (from: string, to: string | Buffer, options: string) =>
    line(from, to, 'none', isNoexec(from) ? `${options},noexec` : options);
  const readOnly = 'rbind,ro,nosuid,nodev,X-mount.mkdir';
  const layer = `lowerdir=${base}/lower,upperdir=${base}/layer/upper,workdir=${base}/layer/work,userxattr`;
  return [
    bind('/usr', `${room}/usr`, readOnly),
    ...['/etc/alternatives', '/etc/ld.so.conf.d']
      .filter(exists)
      .map((at) => bind(at, `${room}${at}`, readOnly)),
    ...DEVICES.map((name) => bind(`/dev/${name}`, `${room}/dev/${name}`, 'bind,ro,nosuid')),
    bind(`${base}/scratch/shm`, `${room}/dev/shm`, 'bind,nosuid,nodev'),
    bind(`${base}/scratch/tmp`, `${room}/tmp`, 'bind,nosuid,nodev'),
    bind(`${base}/scratch/home`, `${room}/home`, 'bind,nosuid,nodev'),
    ...(node === undefined ? [] : [bind(node, `${room}/opt/node`, readOnly)]),
    ...beside.map((at) => bind(at, `${room}${at}`, readOnly)),
    bind(workspace, `${base}/lower`, 'rbind,ro,nosuid,nodev'),
    line('overlay', `${room}${workspace}`, 'overlay', `${layer},nosuid,nodev,X-mount.mkdir`),
    ...hidden.map(({ path, isFolder }) => {
      const at = Buffer.concat([Buffer.from(room), path]);
      return isFolder
        ? line('tmpfs', at, 'tmpfs', 'ro,size=4k,nr_inodes=1,mode=0555,nosuid,nodev')
        : bind(`${base}/scratch/nothing`, at, 'bind,ro,nosuid,nodev');
    }),
  ].join('');
}

function line(source: string, target: string | Buffer, type: string, options: string): string {
  return `${escaped(source)} ${escaped(target)} ${type} ${options} 0 0\n`;
}

/** A path as a mount table takes it: escaped byte by byte, since not every name is valid text. */
function escaped(path: string | Buffer): string {
  const isPlain = (sign: string) => /^[!-~]$/.test(sign) && !/[\\#]/.test(sign);
  return Array.from(typeof path === 'string' ? Buffer.from(path) : path, (byte) => {
    const sign = String.fromCharCode(byte);
    return isPlain(sign) ? sign : `\\${byte.toString(8).padStart(3, '0')}`;
  }).join('');
}
