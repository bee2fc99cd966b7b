import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rehearseOrRead } from './plainly';
import { EndedError, SandboxError } from './rehearse';
import { newPlace, removePlaces, SMALL, snapshot } from './testing/place';

const { platform } = process;
// Only Linux has the namespaces.
beforeEach(() => void Object.defineProperty(process, 'platform', { value: 'freebsd' }));
afterEach(() => void Object.defineProperty(process, 'platform', { value: platform }));
afterAll(removePlaces);

const { signal } = new AbortController();

describe('a command where no room can be made', () => {
  it('is run when all it does is to read files that it names', async () => {
    const place = newPlace();
    const read = (command: string) => rehearseOrRead(command, place, SMALL, signal);
    expect(await read('cat a | wc -l')).toEqual({
      exit: 0,
      stdout: expect.stringMatching(/^\s*3\n$/),
      stderr: '',
      isCut: false,
      changes: [],
    });
    expect(await read('ls src; pwd')).toMatchObject({ stdout: expect.stringContaining('index.ts') });
    expect(await read('cat nothing')).toMatchObject({ exit: 1, stderr: expect.stringContaining('nothing') });
    expect(await rehearseOrRead('cat big', place, { ...SMALL, outputBytes: 10 }, signal)).toMatchObject({
      stdout: 'x\nx\nx\nx\nx\n',
      isCut: true,
    });
  });

  it('is not run when it may do anything else', async () => {
    const place = newPlace();
    symlinkSync('/etc', join(place.workspace, 'out'));
    symlinkSync('.env', join(place.workspace, 'hidden'));
    mkdirSync(join(place.workspace, 'own'));
    writeFileSync(join(place.workspace, 'own/held'), 'x');
    const denied = [join(place.workspace, 'own')];
    const before = snapshot(place.workspace);
    for (const command of [
      ...['rm a', 'echo x > made', 'node -e 0', 'git status', 'cat $HOME', 'cat *', 'ls; touch made'],
      ...['cat out/passwd', 'cat src/../out/passwd', 'ls out', 'cat hidden', 'cat .env', 'cat .git/config'],
      ...['cat own/held', 'ls own', 'grep -r KEY .', 'rg KEY', 'diff . src'],
      // Going up from the target of a link leads elsewhere than the path says.
      ...['cat out/../etc/passwd', 'cat src/../a', 'ls out/..', 'ls -LR .', 'du -aL .'],
    ])
      await expect(rehearseOrRead(command, { ...place, denied }, SMALL, signal), command).rejects.toThrow(
        SandboxError,
      );
    expect(snapshot(place.workspace)).toEqual(before);
  });

  it('reads nothing that programs look for by themselves where somebody is at home', async () => {
    const place = newPlace();
    // `file` quotes what it does not understand.
    symlinkSync('.env', join(place.workspace, '.magic'));
    const { stdout, stderr } = await rehearseOrRead('file a', place, SMALL, signal);
    expect(stdout + stderr).not.toContain('the secret of the workspace');
  });

  it('ends when its time is over, and when it is stopped', async () => {
    const place = newPlace();
    // It runs as long as its output is read.
    const endless = Array.from({ length: 3_000 }, () => 'cat big').join(';');
    await expect(
      rehearseOrRead(endless.slice(0, 7_999).replace(/;[^;]*$/, ''), place, { ...SMALL, timeMs: 1 }, signal),
    ).rejects.toMatchObject({ why: 'time' });
    const stopped = rehearseOrRead('cat big', place, SMALL, AbortSignal.abort());
    await expect(stopped).rejects.toThrow(EndedError);
  });
});
