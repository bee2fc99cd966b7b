/** Background commands: read while they run, ended, and none of their changes is accepted unseen. Real processes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Preview } from '../../define-tool';
import { noSandbox } from '../commands/testing/place';
import { Folder } from '../testing/folder';
import { BackgroundProcesses, MOST_OF_ANSWER } from './processes';

const skip = (await noSandbox()) !== undefined;
let folder: Folder;
beforeEach(() => {
  folder = new Folder({ 'a.txt': 'one\n', '.env': 'KEY=secret\n' });
});
afterEach(async () => {
  await folder.background.close();
  folder.remove();
});

const start = async (command: string, callId = `call-${Math.random()}`) => {
  const { isError, text, output } = await folder.call('bash', { command, background: true }, { callId });
  if (isError) throw new Error(text);
  return String(output.id);
};
const read = (id: string, from = 0) => folder.ok('bash_output', { id, from, wait: 30 });
/** Keeps reading until the output contains this. */
async function saidBy(id: string, words: string): Promise<string> {
  let all = '';
  for (let next = 0; !all.includes(words); ) {
    const said = await read(id, next);
    all += said.output;
    next = Number(said.next);
    if (said.status === 'ended' && !all.includes(words)) throw new Error(`It ended with: ${all}`);
  }
  return all;
}
const previewOf = async (id: string) => (await folder.ok('bash_end_preview', { id })) as Preview;
const processesNamed = (mark: string) =>
  readdirSync('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark);
    } catch {
      return false;
    }
  });

describe.skipIf(skip)('a command in the background', () => {
  it('goes on, is read from where one has read to, and shows nothing outside of its layer', async () => {
    const id = await start('echo öne; echo two > a.txt; cat .env; echo three >&2; sleep 7654321');
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    const all = await saidBy(id, 'three');
    expect(all).toBe('öne\nthree\n');
    const middle = await read(id, Buffer.byteLength('öne\n'));
    expect(middle).toMatchObject({ status: 'running', output: 'three\n', next: Buffer.byteLength(all) });
    expect(folder.bytes('a.txt').toString()).toBe('one\n');
    expect((await folder.ok('bash', { command: 'cat a.txt' })).stdout).toBe('one\n');
  });

  it('is a read when it begins, and what its end is says what it has changed', async () => {
    const input = { command: 'echo two > a.txt; echo made; sleep 7654322', background: true };
    expect(await folder.ok('bash_risk', input)).toMatchObject({ readOnlyHint: true });
    expect(((await folder.ok('bash_preview', input)) as Preview).lines[0]?.value).toBe(
      'No file would change',
    );
    expect(existsSync(join(folder.layers, 'background'))).toBe(false);
    const id = await start(input.command);
    await saidBy(id, 'made');
    expect(await folder.ok('bash_end_risk', { id })).toMatchObject({ destructiveHint: true });
    await expect.poll(() => processesNamed('7654322')).toEqual([]);
    const { lines, diffs } = await previewOf(id);
    expect(lines.slice(0, 3)).toEqual([
      { label: 'Command', value: input.command },
      { label: 'Effect', value: '1 change' },
      { label: 'Changes', value: 'a.txt' },
    ]);
    expect(diffs).toMatchObject([{ path: 'a.txt', added: 1, removed: 1 }]);
  });

  it('does exactly what the card of its end showed, once, and is taken back like any', async () => {
    const id = await start('echo two > a.txt; echo made > b; echo done; sleep 7654323');
    await saidBy(id, 'done');
    const refused = await folder.call('bash_end', { id });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('not been shown') });
    expect(folder.bytes('a.txt').toString()).toBe('one\n');
    folder.card = (await previewOf(id)).lines;
    const ended = await folder.ok('bash_end', { id });
    expect(ended).toMatchObject({ status: 'ended', why: 'It was ended.', output: 'done\n', undo: 'call' });
    expect(ended.changes).toContain('changes "a.txt"');
    expect(folder.bytes('a.txt').toString()).toBe('two\n');
    expect(folder.bytes('b').toString()).toBe('made\n');
    expect(await folder.ok('bash_end', { id })).toMatchObject({ changes: 'nothing' });
  });

  it('that has changed nothing is a read at its end, and one that ended by itself says how', async () => {
    const id = await start('cat a.txt; exit 3');
    expect(await read(id, 1000)).toMatchObject({ status: 'ended', exit: 3, output: '' });
    expect(await folder.ok('bash_end_risk', { id })).toMatchObject({ readOnlyHint: true });
    const ended = await folder.ok('bash_end', { id });
    expect(ended).toMatchObject({ exit: 3, output: 'one\n', changes: 'nothing' });
    expect(ended.why).toBeUndefined();
  });

  it('asks always where it has changed what runs by itself, and does not overwrite what others changed', async () => {
    const hook = await start('mkdir -p .git/hooks; echo true > .git/hooks/post-commit; echo done');
    await saidBy(hook, 'done');
    expect(await folder.ok('bash_end_risk', { id: hook })).toMatchObject({ asksAlways: true });
    const id = await start('echo two > a.txt; echo done; sleep 7654324');
    await saidBy(id, 'done');
    folder.put('a.txt', 'theirs\n');
    const { isError, text } = await folder.call('bash_end_preview', { id });
    expect({ isError, text }).toMatchObject({
      isError: true,
      text: expect.stringContaining('somebody else'),
    });
    expect(folder.bytes('a.txt').toString()).toBe('theirs\n');
  });

  it('is one for each call however often that is sent, and of an answer there are only so many', async () => {
    const ids = await Promise.all([start('sleep 7654325', 'same'), start('sleep 7654325', 'same')]);
    expect(ids[0]).toBe(ids[1]);
    const more = Array.from({ length: MOST_OF_ANSWER }, () => start('sleep 7654325'));
    const outcomes = await Promise.allSettled(more);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    await folder.background.close();
    await expect.poll(() => processesNamed('7654325')).toEqual([]);
    await start('true');
  });

  it('keeps the beginning of what it says, and tells that there was more', async () => {
    const id = await start('head -c 1500000 /dev/zero | tr "\\0" x; echo');
    await expect.poll(async () => (await read(id, 2_000_000)).status, { timeout: 30_000 }).toBe('ended');
    const said = await read(id, 999_990);
    expect(said).toMatchObject({ output: 'x'.repeat(10), next: 1_000_000, cut: true });
  });

  it('is refused where a command is, and none is found under another name', async () => {
    expect(await folder.refusal('bash', { command: 'curl http://x.example', background: true })).toContain(
      'refused',
    );
    for (const id of ['nothing', '../../ws', 'f'.repeat(32)])
      expect(await folder.refusal('bash_output', { id })).toContain('no such process');
  });

  it('is lost with the process that ran it, which the next one says', async () => {
    const id = await start('echo two > a.txt; echo done; sleep 7654326');
    await saidBy(id, 'done');
    const isOver = async () => false;
    const next = new BackgroundProcesses(folder.layers, { of: async () => undefined, isOver });
    expect(await next.recover()).toMatchObject([{ id, ended: { why: 'lost' } }]);
    expect(await next.recover()).toEqual([]);
  });
});

it('is not started where no room can be made, which the tool says', async () => {
  const { platform } = process;
  // Only Linux has the namespaces.
  Object.defineProperty(process, 'platform', { value: 'freebsd' });
  try {
    const input = { command: 'cat a.txt', background: true };
    expect(await folder.refusal('bash', input)).toContain('does not let Amber run commands apart');
    expect(readdirSync(join(folder.layers, 'background'))).toEqual([]);
  } finally {
    Object.defineProperty(process, 'platform', { value: platform });
  }
});

describe.skipIf(skip)('an answer that ends', () => {
  const ofAnswer = () => {
    let isOver = false;
    const background = new BackgroundProcesses(folder.layers, {
      of: async (callId) => callId.split('/')[0],
      isOver: async () => isOver,
    });
    const commands = { layers: folder.layers, background };
    const place = { workspace: folder.root, journals: folder.layers };
    return { background, commands, place, end: () => (isOver = true) };
  };

  it('ends its processes, offers each effect once, and then throws it away', async () => {
    const { background, place } = ofAnswer();
    const one = await background.start('echo two > a.txt; sleep 7654327', place, 'a/1');
    const other = await background.start('cat a.txt; sleep 7654327', place, 'a/2');
    const elsewhere = await background.start('sleep 7654328', place, 'b/1');
    await expect.poll(async () => (await background.output(other, AT_ONCE, signal)).text).toBe('one\n');
    expect(await background.isAtWork('a')).toBe(true);
    expect(await background.endAll('a', signal)).toEqual([one]);
    expect(await background.endAll('a', signal)).toEqual([]);
    expect(await background.isAtWork('a')).toBe(false);
    expect(await background.read(elsewhere)).not.toHaveProperty('ended');
    const layers = () => readdirSync(folder.layers).filter((name) => /^[0-9a-f]{24}$/.test(name));
    expect(layers()).toHaveLength(1);
    await background.forget('a');
    expect(layers()).toEqual([]);
    await expect(background.read(one)).rejects.toThrow('no such process');
    await background.close();
    await expect.poll(() => processesNamed('7654328')).toEqual([]);
  });

  it('that nobody has told of is noticed', async () => {
    const { background, place, end } = ofAnswer();
    const id = await background.start('sleep 7654329', place, 'a/1');
    end();
    await expect.poll(() => background.read(id).catch(() => 'gone'), { timeout: 30_000 }).toBe('gone');
    await expect.poll(() => processesNamed('7654329')).toEqual([]);
  });
});

const { signal } = new AbortController();
const AT_ONCE = { from: 0, most: 100, waitMs: 0 };
