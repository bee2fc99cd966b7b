import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { bundle } from '@/lib/connections/testing/bundle';
import { BackgroundProcesses } from '../background/processes';
import { apply, discard } from './apply';
import { classify } from './classify';
import { EffectError, EndedError, rehearse } from './rehearse';
import { commandCases, isEater } from './testing/cases';
import { type Escaped, escapes } from './testing/escapes';
import { newPlace, noSandbox, removePlaces, SMALL, snapshot } from './testing/place';

const skip = (await noSandbox()) !== undefined;
afterAll(removePlaces);
/** CAP_CHOWN, CAP_DAC_OVERRIDE and CAP_FOWNER, over the sandbox's view of the workspace. */
const OVER_FILES = 0b1011;

describe.skipIf(skip)('the sandbox', () => {
  function expectNothingThrough(escaped: Escaped, capabilities: number) {
    expect(escaped.through).toEqual([]);
    expect(escaped.tried).toBeGreaterThan(30);
    expect(escaped).toMatchObject({ capabilities, descriptors: 4 });
    expect(escaped.processes).toBeLessThan(6);
  }

  it('lets nothing out, as whoever runs the tests', async () => {
    const isRoot = process.getuid?.() === 0;
    expectNothingThrough(await escapes(), isRoot ? OVER_FILES : 0);
  });

  it.skipIf(process.getuid?.() !== 0)('lets nothing out as nobody, and works for them', async () => {
    const { file, remove } = await bundle('mcp/workspace/commands/testing/as-nobody.ts');
    const folder = mkdtempSync(join(tmpdir(), 'amber-nobody-'));
    chmodSync(folder, 0o755);
    copyFileSync(file, join(folder, 'main.mjs'));
    remove();
    const output = execFileSync(
      'setpriv',
      ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, join(folder, 'main.mjs')],
      {
        encoding: 'utf8',
        cwd: '/',
        env: { PATH: process.env.PATH } as unknown as NodeJS.ProcessEnv,
      },
    );
    const said = JSON.parse(output) as { uid: number; isUntouched: boolean; after: object; escaped: Escaped };
    expect(said).toMatchObject({ uid: 65534, isUntouched: true });
    expect(Object.keys(said.after)).toEqual(['big', 'file']);
    expectNothingThrough(said.escaped, 0);
  });

  it('ends what takes too much, with all that it started', async () => {
    const place = newPlace();
    const before = snapshot(place.workspace);
    const many = `seq 90 | xargs -P0 -I{} sh -c 'sleep 0.3; ls -d /proc/[0-9]* | wc -l' | sort -n | tail -1`;
    expect(Number((await rehearse(many, place, SMALL)).stdout)).toBeLessThanOrEqual(SMALL.processes + 2);
    const much = await rehearse(
      'head -c 100M /dev/zero > f; head -c 100M /dev/zero | split -b 8M; echo $?',
      place,
      SMALL,
    );
    expect(much.stdout).toBe('1\n');
    await discard(place.journals, much.layer ?? '');
    const own = `node -e 'const all = []; for (;;) all.push(Buffer.alloc(5e7, 1))'`;
    expect((await rehearse(own, place, SMALL)).exit).not.toBe(0);
    const hold = '(head -c 200M /dev/zero; sleep 20) | tail & ';
    const together = rehearse(`${hold.repeat(4)} wait`, place, { ...SMALL, memoryMb: 500 });
    await expect(together).rejects.toMatchObject({ why: 'memory' });
    const slow = 'setsid sleep 7654321 & sleep 7654321';
    await expect(rehearse(slow, place, { ...SMALL, timeMs: 500 })).rejects.toMatchObject({ why: 'time' });
    await expect.poll(() => commandLines().filter((line) => line.includes('7654321'))).toEqual([]);
    expect(snapshot(place.workspace)).toEqual(before);
    expect(readdirSync(place.journals)).toEqual([]);
  });

  it.each(commandCases('second').filter(isEater))('bounds $id', async ({ input }) => {
    const place = newPlace();
    const before = snapshot(place.workspace);
    const limits = { ...SMALL, timeMs: 3_000, memoryMb: 256 };
    // A fork bomb reaches its limit, and is over.
    const ended = await rehearse(input, place, limits).catch((error: unknown) => error);
    if (!(ended instanceof EndedError || ended instanceof EffectError))
      expect(ended).toMatchObject({ exit: expect.any(Number) });
    expect(snapshot(place.workspace)).toEqual(before);
  });

  it('ends with the command, whatever that has left behind, and gives its outputs', async () => {
    const place = newPlace();
    const { stdout, stderr, exit, isCut } = await rehearse(
      'trap "" HUP TERM; (setsid sleep 8765432 &) ; echo out; echo err >&2; echo again > /dev/stderr; exit 3',
      place,
      SMALL,
    );
    expect({ stdout, stderr, exit, isCut }).toEqual({
      stdout: 'out\n',
      stderr: 'err\nagain\n',
      exit: 3,
      isCut: false,
    });
    await expect.poll(() => commandLines().filter((line) => line.includes('8765432'))).toEqual([]);
    const much = await rehearse('head -c 300000 /dev/zero | tr "\\0" x', place, {
      ...SMALL,
      outputBytes: 1_000,
    });
    expect(much).toMatchObject({ stdout: 'x'.repeat(1_000), isCut: true });
  });

  it('ends with the process that made it', async () => {
    const { file, remove } = await bundle('mcp/workspace/commands/testing/dies.ts');
    // While the sandbox is being created, and while the command runs.
    for (const wait of [0, 10, 20, 40, 80, 160]) {
      const child = spawn(process.execPath, [file], { stdio: 'ignore' });
      await expect.poll(() => commandLines().some((line) => line.includes('4567891'))).toBe(true);
      await setTimeout(wait);
      child.kill('SIGKILL');
      await expect.poll(() => commandLines().filter((line) => line.includes('4567891'))).toEqual([]);
    }
    remove();
  });

  it('ends with it in the background too, and the next process tells of it', async () => {
    const { file, remove } = await bundle('mcp/workspace/commands/testing/dies.ts');
    const { workspace, journals } = newPlace();
    const child = spawn(process.execPath, [file, workspace, journals], { stdio: 'ignore' });
    await expect.poll(() => commandLines().some((line) => line.includes('4567891'))).toBe(true);
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    await expect.poll(() => commandLines().filter((line) => line.includes('4567891'))).toEqual([]);
    const next = new BackgroundProcesses(journals);
    expect(await next.recover()).toMatchObject([{ ended: { why: 'lost' } }]);
    expect(readdirSync(join(journals, 'background'))).toEqual([]);
    await expect
      .poll(() =>
        readProcesses('mountinfo').filter((mounts) => mounts.includes(basename(dirname(workspace)))),
      )
      .toEqual([]);
    remove();
  });

  it('hides what is denied, and folders and links of secrets', async () => {
    const place = newPlace();
    for (const name of ['.ssh', 'amber']) {
      mkdirSync(join(place.workspace, name));
      writeFileSync(join(place.workspace, name, 'held'), 'secret');
    }
    writeFileSync(join(place.workspace, 'settings'), 'secret');
    symlinkSync('settings', join(place.workspace, '.env.local'));
    symlinkSync('nowhere', join(place.workspace, '.env.gone'));
    mkdirSync(join(place.workspace, '.git'));
    writeFileSync(
      join(place.workspace, '.git/config'),
      '[remote "o"]\n  url = https://me:secret@x.example/\n',
    );
    const before = snapshot(place.workspace);
    const command =
      'cat .git/config .ssh/held amber/held .env.local settings .env; echo x > amber/new; rm -rf .ssh amber settings .env';
    const denied = [join(place.workspace, 'amber')];
    const { stdout, changes } = await rehearse(command, { ...place, denied }, SMALL);
    expect({ stdout, changes }).toEqual({ stdout: '', changes: [] });
    expect(snapshot(place.workspace)).toEqual(before);
  });

  it('hides what links of secrets lead to, however they are written, and lets commands run whatever they lead to', async () => {
    const { workspace, ...place } = newPlace();
    for (const name of ['conf', 'keys', '.ssh']) {
      mkdirSync(join(workspace, name));
      writeFileSync(join(workspace, name, 'held'), 'secret');
    }
    symlinkSync(join(workspace, 'conf/held'), join(workspace, '.env.whole'));
    symlinkSync(join(workspace, 'keys'), join(workspace, '.aws'));
    // Links to hidden files: two to the same one, one to itself, and one out of the workspace.
    symlinkSync('.ssh/held', join(workspace, '.env.below'));
    symlinkSync('.env', join(workspace, '.env.again'));
    symlinkSync('.env.loop', join(workspace, '.env.loop'));
    symlinkSync('/etc/passwd', join(workspace, '.env.out'));
    const command =
      'grep -rl secret .; cat .env* .aws/held keys/held conf/held | grep -c secret; echo x > new';
    const { stdout, stderr, changes } = await rehearse(command, { workspace, ...place });
    expect({ stdout, forks: stderr.match(/fork.*/)?.[0] }).toEqual({ stdout: '0\n', forks: undefined });
    expect(changes).toHaveLength(1);
  });

  it('hides secrets of names that are no text, or no letters of English', async () => {
    const place = newPlace();
    const bytes = (name: string) => Buffer.from(`${place.workspace}/${name}`, 'latin1');
    const names = ['.env\xff', '\xfe d#\\/.ENV', 'a\xe2\x80\x83b/key.Pem', '.\xc5\xbfsh/held'];
    for (const name of names) {
      mkdirSync(bytes(name.replace(/[^/]*$/, '')), { recursive: true });
      writeFileSync(bytes(name), 'secret');
    }
    writeFileSync(bytes('seen'), 'secret');
    const { stdout, changes } = await rehearse('grep -rl secret .', place, SMALL);
    expect({ stdout, changes }).toEqual({ stdout: './seen\n', changes: [] });
  });

  it('hides what says how to get in where the workspace is a part of a repository itself', async () => {
    const { workspace, journals } = newPlace();
    const inGit = join(workspace, '.GIT/modules/ä');
    mkdirSync(inGit, { recursive: true });
    writeFileSync(join(inGit, 'config'), 'url = https://me:secret@x.example/\n');
    const { stdout } = await rehearse('cat config', { workspace: inGit, journals }, SMALL);
    expect(stdout).toBe('');
  });

  it('can be aborted before and while it runs', async () => {
    const place = newPlace();
    await expect(rehearse('true', place, SMALL, AbortSignal.abort())).rejects.toThrow(EndedError);
    const controller = new AbortController();
    const run = rehearse('echo started; sleep 9876543', place, SMALL, controller.signal);
    await expect.poll(() => commandLines().some((line) => line.includes('9876543'))).toBe(true);
    controller.abort();
    await expect(run).rejects.toMatchObject({ why: 'aborted', message: 'aborted' });
    await expect.poll(() => commandLines().filter((line) => line.includes('9876543'))).toEqual([]);
  });

  it('keeps nothing where somebody else changes the same file meanwhile', async () => {
    const place = newPlace();
    const run = rehearse('sleep 6543219 & sleep 1; echo x >> a', place, SMALL);
    await expect.poll(() => commandLines().some((line) => line.includes('6543219'))).toBe(true);
    chmodSync(join(place.workspace, 'a'), 0o600);
    await expect(run).rejects.toThrow(EffectError);
    expect(readdirSync(place.journals)).toEqual([]);
  });

  it('shows what a repository does that has programs run by what only reads', async () => {
    const place = newPlace();
    const make = 'git init -q . && git add a && git config core.fsmonitor ./x.sh';
    const { layer = '' } = await rehearse(make, place, SMALL);
    await apply(place.journals, layer);
    const before = snapshot(place.workspace);
    const { changes } = await rehearse('git status', place, SMALL);
    expect(changes.map(({ path, after }) => [path, after])).toContainEqual(['src/index.ts', undefined]);
    expect(snapshot(place.workspace)).toEqual(before);
  });

  it('shows what each case would do, and changes nothing', async () => {
    const place = newPlace();
    const before = snapshot(place.workspace);
    const unshown: string[] = [];
    const all = commandCases().filter(({ input }) => classify(input).class !== 'refused');
    const run = async () => {
      for (let one = all.pop(); one; one = all.pop()) {
        const { changes } = await rehearse(one.input, place, SMALL).catch((error: unknown) => {
          throw new Error(`${one.id}: ${String(error)}`);
        });
        if (one.expect === 'read') expect([one.id, changes]).toEqual([one.id, []]);
        else if (changes.length === 0) unshown.push(one.id);
      }
    };
    await Promise.all([run(), run()]);
    expect(snapshot(place.workspace)).toEqual(before);
    // These name missing files, such as a repository that runs programs.
    expect(unshown.length).toBeLessThan(25);
  });
});

const commandLines = () => readProcesses('cmdline');

function readProcesses(file: 'cmdline' | 'mountinfo'): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(join('/proc', pid, file), 'utf8');
      } catch {
        return '';
      }
    });
}
