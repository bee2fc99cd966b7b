/**
 * Where no room can be made for a command (any system but Linux, and where namespaces are switched off), those run that can be told
 * from their text alone to read what they name and nothing else. All others are not run: nobody could see what they do.
 */
import { spawn } from 'node:child_process';
import { realpath, stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { standingOf } from '../files/names';
import { type Classified, classify } from './classify';
import type { Limits } from './limits';
import { ENVIRONMENT } from './namespaces';
import { EndedError, type Place, type Rehearsal, rehearse, SandboxError } from './rehearse';

/** As `rehearse`, and with no room as it is said above. @throws SandboxError for what is not run then */
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

/** @throws SandboxError for what may read anything but files and folders of the workspace that anybody may see */
async function assertReads(known: Classified, workspace: string, denied: readonly string[]): Promise<void> {
  const refuse = (why: string) => new SandboxError(why);
  if (known.class !== 'plain') throw refuse(known.why ?? 'it is not known to only read');
  // It would come by what may hold credentials.
  if (known.isDeep) throw refuse('it looks at all that is below a folder');
  for (const file of known.files) {
    if (file === '-') continue;
    // Up from where a link leads is elsewhere than the words say.
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
    // Nobody's: what programs look for at home is a file that nobody has named.
    env: { ...(ENVIRONMENT as NodeJS.ProcessEnv), HOME: '/dev/null' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, which ends as one.
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
