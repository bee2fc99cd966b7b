/** Calls that change files and are stopped at any moment before they do. */
import { afterEach, describe, expect, it } from 'vitest';
import { stoppingAt } from '../testing/stopping';
import { Folder } from './testing/folder';
import { workspaceTools } from './tools/index';

let folder: Folder;
const open = (files: Record<string, string>) => {
  folder = new Folder(files);
  return folder;
};
afterEach(() => folder?.remove());

describe('a call that is stopped', () => {
  const inputs: Record<string, () => object> = {
    write_file: () => ({ path: 'new.txt', content: 'n' }),
    str_replace: () => folder.edit('a.txt', 'one', 'two'),
    patch_file: () => ({
      path: 'a.txt',
      patches: [{ find: 'one', replace: 'two' }],
      hash: folder.hash('a.txt'),
    }),
    move_file: () => ({ from: 'a.txt', to: 'b.txt' }),
    delete_file: () => ({ path: 'a.txt' }),
  };

  it.each(Object.keys(inputs))('%s says that it was aborted, and has done nothing', async (name) => {
    const ws = open({ 'a.txt': 'one\n' });
    const input = inputs[name]?.();
    const before = folder.print();
    for (let nth = 1, stopped = true; stopped; nth += 1) {
      const { isError, text } = await ws.call(name, input, { signal: stoppingAt(nth).signal });
      stopped = isError;
      if (!stopped) break;
      expect(text).toMatch(/^Aborted/);
      expect(folder.print()).toBe(before);
      expect(nth).toBeLessThan(50);
    }
    expect(folder.print()).not.toBe(before);
  });

  it('is tried for every tool that changes files', () => {
    const changing = workspaceTools.filter(
      ({ annotations, runsCommands, takesBack }) =>
        annotations.destructiveHint && !runsCommands && !takesBack,
    );
    expect(Object.keys(inputs).sort(), 'Each has an input above').toEqual(
      changing.map(({ name }) => name).sort(),
    );
  });
});
