/**
 * The fallback where no sandbox can be made (any system but Linux, or with namespaces switched off): only commands run
 * whose text alone shows that they read what they name and nothing else. All others do not run, since nobody could see
 * what they do.
 */
import { spawn } from 'node:child_process';
import { realpath, stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { standingOf } from '../files/names';
import { type Classified, classify } from './classify';
import type { Limits } from './limits';
import { ENVIRONMENT } from './namespaces';
import { EndedError, type Place, type Rehearsal, rehearse, SandboxError } from './rehearse';

/**
 * Like `rehearse`, with the fallback described above.
 * @throws SandboxError for what the fallback does not run
 */
export async function rehearseOrRead(
  command: string,
  place: Place,
  limits: Limits,
  signal: AbortSignal,
): Promise<Rehearsal> {
  try {
    return await rehearse(command, place, limits, signal);
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    const workspace = await realpath(place.workspace);
    await assertReads(classify(command, workspace), workspace, place.denied ?? []);
    return { ...(await run(command, workspace, limits, signal)), changes: [] };
  }
}

/** @throws SandboxError for a command that may read anything but files and folders of the workspace open to everybody */
async function assertReads(known: Classified, workspace: string, denied: readonly string[]): Promise<void> {
  const refuse = (why: string) => new SandboxError(why);
  if (known.class !== 'plain') throw refuse(known.why ?? 'it is not known to only read');
  // It would also read files that may hold credentials.
  if (known.isDeep) throw refuse('it looks at all that is below a folder');
  for (const file of known.files) {
    if (file === '-') continue;
    // Going up from a link's target leads elsewhere than the path suggests.
    if (file.split('/').includes('..')) throw refuse(`${JSON.stringify(file)} leads up again`);
    const at = await realpath(resolve(workspace, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw refuse(`${JSON.stringify(file)} cannot be looked at`);
    });
    if (at === undefined) continue;
    const path = relative(workspace, at);
    const isOutside = path === '..' || path.startsWith(`..${sep}`) || resolve(workspace, path) !== at;
    const isDenied = denied.some((one) => at === one || at.startsWith(`${one}${sep}`));
    if (isOutside || isDenied || (path !== '' && standingOf(path.split(sep)) !== 'plain'))
      throw refuse(`${JSON.stringify(file)} is not for commands`);
    const what = await stat(at);
    if (!what.isFile() && !what.isDirectory()) throw refuse(`${JSON.stringify(file)} is no file`);
  }
}

async function run(command: string, workspace: string, limits: Limits, signal: AbortSignal) {
  const child = spawn('bash', ['--norc', '--noprofile', '-c', command], {
    cwd: workspace,
    // No home folder: programs would read files there that the command does not name.
    env: { ...(ENVIRONMENT as NodeJS.ProcessEnv), HOME: '/dev/null' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that it can be ended as a whole.
    detached: true,
  });
  let ended: EndedError | undefined;
  const end = (why: 'time' | 'aborted') => {
    ended ??= new EndedError(why);
    if (child.pid !== undefined) killGroup(child.pid);
  };
  const onAbort = () => end('aborted');
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => end('time'), limits.timeMs);
  try {
    if (signal.aborted) onAbort();
    const [stdout, stderr, exit] = await Promise.all([
      beginningOf(child.stdout, limits.outputBytes),
      beginningOf(child.stderr, limits.outputBytes),
      new Promise<number>((done, fail) => {
        child.once('error', (error) => fail(new SandboxError(error.message)));
        child.once('close', (code) => done(code ?? 1));
      }),
    ]);
    if (ended) throw ended;
    return { exit, stdout: stdout.text, stderr: stderr.text, isCut: stdout.isCut || stderr.isCut };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

async function beginningOf(stream: AsyncIterable<Buffer>, most: number) {
  const kept: Buffer[] = [];
  let [size, isCut] = [0, false];
  for await (const chunk of stream) {
    const fitting = chunk.subarray(0, Math.max(0, most - size));
    isCut ||= fitting.length < chunk.length;
    size += fitting.length;
    if (fitting.length > 0) kept.push(fitting);
  }
  return { text: Buffer.concat(kept).toString(), isCut };
}
