/** A command has the effect that its own card showed, and no other pending one. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Preview } from '../../define-tool';
import { noSandbox } from '../commands/testing/place';
import { Folder } from '../testing/folder';

const skip = (await noSandbox()) !== undefined;
let folder: Folder;
beforeEach(() => {
  folder = new Folder({ 'a.txt': 'one\n' });
});
afterEach(() => folder.remove());

const COMMAND = { command: 'date +%N > made' };

/** @returns the lines of a card that is created now */
async function card(): Promise<Preview['lines']> {
  const { lines } = (await folder.ok('bash_preview', COMMAND)) as Preview;
  return lines;
}

describe.skipIf(skip)('a command', () => {
  it('does nothing without a card of its own, though its effect waits for another', async () => {
    const lines = await card();
    expect(await folder.call('bash', COMMAND)).toMatchObject({ isError: true });
    expect(await folder.call('bash', COMMAND, { callId: undefined })).toMatchObject({ isError: true });
    expect(readdirSync(folder.root)).toEqual(['a.txt']);
    folder.card = lines;
    expect(await folder.call('bash', COMMAND)).toMatchObject({ isError: false });
    expect(readdirSync(folder.root).sort()).toEqual(['a.txt', 'made']);
  });

  it('does not do the effect that took the place of the one on its card', async () => {
    folder.card = await card();
    rmSync(join(folder.layers, 'by-command'), { recursive: true });
    const other = await card();
    expect(other.at(-1)).not.toEqual(folder.card.at(-1));
    expect(await folder.call('bash', COMMAND)).toMatchObject({ isError: true });
    expect(readdirSync(folder.root)).toEqual(['a.txt']);
    folder.card = other;
    expect(await folder.call('bash', COMMAND)).toMatchObject({ isError: false });
  });
});
