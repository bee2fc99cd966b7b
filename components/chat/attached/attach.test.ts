import { describe, expect, it } from 'vitest';
import type { Fetch } from '@/components/api/api';
import { attach, remove } from './attach';
import type { ChosenFile } from './chosen-file';

/** A list as the composer keeps it, and a server that answers when the test says so. */
function place() {
  let all: ChosenFile[] = [];
  const asked: { path: string; signal: AbortSignal | null | undefined; answer(response: Response): void }[] =
    [];
  const call: Fetch = (input, init) =>
    new Promise((answer, fail) => {
      init?.signal?.addEventListener('abort', () => fail(new DOMException('Gone', 'AbortError')));
      asked.push({ path: String(input), signal: init?.signal, answer });
    });
  const add = (...files: File[]) =>
    attach(
      files,
      all,
      (change) => {
        all = change(all);
      },
      call,
    );
  const take = (file: ChosenFile) =>
    remove(file, (change) => {
      all = change(all);
    });
  return { add, take, asked, all: () => all };
}

const fileOf = (name: string, size = 3) => {
  const file = new File(['abc'], name);
  return Object.defineProperty(file, 'size', { value: size });
};
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('attach', () => {
  it('uploads each file under its name, and keeps what the server says of it', async () => {
    const { add, asked, all } = place();
    add(fileOf('a b.csv'));
    expect(asked.map(({ path }) => path)).toEqual(['/api/uploads?name=a%20b.csv']);
    expect(all()).toMatchObject([{ name: 'a b.csv', size: 3 }]);
    const attachment = {
      id: 'u',
      name: 'a b.csv',
      kind: 'table',
      mimeType: 'text/csv',
      size: 3,
      characters: 3,
    };
    asked[0]?.answer(Response.json(attachment));
    await settled();
    expect(all()).toMatchObject([{ attachment }]);
  });

  it('says why one is refused: by the server, for its size, or since there are too many', async () => {
    const { add, asked, all } = place();
    add(fileOf('odd'), fileOf('large', 10_000_001));
    asked[0]?.answer(Response.json({ error: { code: 'x', message: 'Of no known kind.' } }, { status: 415 }));
    await settled();
    expect(all()).toMatchObject([
      { refused: 'Of no known kind.' },
      { refused: 'Not attached: a file may be 10 MB at most.' },
    ]);
    add(...Array.from({ length: 11 }, (_, nth) => fileOf(`${nth}`)));
    expect(asked).toHaveLength(11);
    expect(all().at(-1)).toMatchObject({
      name: '10',
      refused: 'Not attached: a message takes 10 files at most.',
    });
  });

  it('breaks off what is taken away on its way', async () => {
    const { add, take, asked, all } = place();
    add(fileOf('gone'));
    const [file] = all();
    if (file) take(file);
    await settled();
    expect(asked[0]?.signal?.aborted).toBe(true);
    expect(all()).toEqual([]);
  });
});
