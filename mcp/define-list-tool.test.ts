import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { CallContext } from './context';
import { defineListTool } from './define-list-tool';
import { TEXT_LIMIT } from './fit';
import { runTool } from './result';

interface Thing extends Record<string, unknown> {
  id: string;
  size: number;
  text: string;
}

/** A list over rows in memory, the largest first. */
function listOf(things: Thing[]) {
  const before = (one: Thing, other: Thing) => other.size - one.size || (one.id < other.id ? -1 : 1);
  return defineListTool({
    name: 'things_list',
    title: 'List things',
    description: 'Lists things.',
    scope: 'customers.read',
    filter: { word: z.string().optional() },
    row: z.strictObject({ id: z.string(), size: z.number(), text: z.string() }),
    position: z.tuple([z.number(), z.string()]),
    positionOf: (thing) => [thing.size, thing.id],
    async read({ word = '' }, { after, limit }) {
      const position = after && { size: after[0], id: after[1], text: '' };
      return things
        .filter(({ text }) => text.includes(word))
        .filter((thing) => position === null || before(position, thing) < 0)
        .sort(before)
        .slice(0, limit);
    },
  });
}

interface Page {
  data: Thing[];
  meta: { cursor: string | null; hasNextPage: boolean; hasPreviousPage: boolean; truncated?: string };
}

const context = { signal: new AbortController().signal } as CallContext;

async function ask(tool: ReturnType<typeof listOf>, args: Record<string, unknown>) {
  const { content, structuredContent, isError } = await runTool(tool, args, context);
  const [first] = content;
  return {
    isError,
    page: structuredContent as unknown as Page,
    text: first?.type === 'text' ? first.text : '',
  };
}

async function readAll(tool: ReturnType<typeof listOf>, args: Record<string, unknown>): Promise<Page[]> {
  const pages: Page[] = [];
  let cursor: string | null = null;
  do {
    const { page, text } = await ask(tool, { ...args, ...(cursor && { cursor }) });
    expect(text.length).toBeLessThanOrEqual(TEXT_LIMIT);
    pages.push(page);
    cursor = page.meta.cursor;
  } while (cursor !== null);
  return pages;
}

/** A hundred sizes for more rows than that, so that the id has to decide; texts of very different lengths. */
const LENGTHS = [5, 40, 700, 9_000, 60_000];
const things = Array.from({ length: 257 }, (_, index) => ({
  id: `thing-${String((index * 37) % 257).padStart(3, '0')}`,
  size: (index * 61) % 100,
  text: `${index % 2 === 0 ? 'even' : 'odd'} ${'x'.repeat(LENGTHS[(index * 7) % LENGTHS.length] ?? 0)}`,
}));
const tool = listOf(things);

describe('reading on with the cursor', () => {
  test.each([{}, { limit: 1 }, { limit: 7 }, { limit: 100 }, { limit: 100, word: 'odd' }])(
    'shows every row exactly once, in order, with %j',
    async (args: { limit?: number; word?: string }) => {
      const pages = await readAll(tool, args);
      const shown = pages.flatMap(({ data }) => data);
      const meant = things.filter(({ text }) => text.includes(args.word ?? ''));
      expect(shown.map(({ id }) => id).sort()).toEqual(meant.map(({ id }) => id).sort());
      const sizes = shown.map(({ size }) => size);
      expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
      expect(pages.map(({ meta }) => meta.hasPreviousPage)).toEqual(pages.map((_, index) => index > 0));
      expect(pages.map(({ meta }) => meta.hasNextPage)).toEqual(
        pages.map((_, index) => index < pages.length - 1),
      );
    },
  );

  test('shortens a row only when it does not fit alone', async () => {
    const shown = (await readAll(tool, { limit: 100 })).flatMap(({ data }) => data);
    const texts = new Map(things.map(({ id, text }) => [id, text]));
    for (const { id, text } of shown) {
      const whole = texts.get(id) ?? '';
      if (whole.length < 20_000) expect(text).toBe(whole);
      else expect(text).toMatch(/\[\d+ more characters\]$/);
    }
  });

  test('is not disturbed by rows that come and go', async () => {
    const rows = [...things].map((thing) => ({ ...thing, text: '' }));
    const changing = listOf(rows);
    const { page } = await ask(changing, { limit: 50 });
    const seen = page.data.at(-1)?.id;
    rows.splice(
      rows.findIndex(({ id }) => id === seen),
      1,
    );
    rows.push({ id: 'new', size: 1000, text: '' });
    const { page: next } = await ask(changing, { limit: 50, cursor: page.meta.cursor });
    const ids = new Set([...page.data, ...next.data].map(({ id }) => id));
    expect(ids.size).toBe(100);
    expect(ids.has('new')).toBe(false);
  });
});

describe('a cursor that', () => {
  const forge = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  test.each([
    ['is empty', ''],
    ['is no base64url', '%%%'],
    ['is no JSON', Buffer.from('{').toString('base64url')],
    ['is something else', forge({ size: 1 })],
    ['belongs to another tool', forge(['others_list', 'x', [1, 'a']])],
    ['is much too long', 'A'.repeat(5_000)],
  ])('%s is refused', async (_, cursor) => {
    expect((await ask(tool, { cursor })).isError).toBe(true);
  });

  test('was made for another filter is refused', async () => {
    const { page } = await ask(tool, { word: 'odd', limit: 5 });
    expect((await ask(tool, { word: 'even', cursor: page.meta.cursor })).isError).toBe(true);
    expect((await ask(tool, { word: 'odd', cursor: page.meta.cursor, limit: 50 })).isError).toBeUndefined();
  });

  test('has its position changed to another type is refused', async () => {
    const { page } = await ask(tool, { limit: 5 });
    const parts = JSON.parse(Buffer.from(page.meta.cursor ?? '', 'base64url').toString()) as unknown[];
    expect((await ask(tool, { cursor: forge([parts[0], parts[1], ['1; drop', 1]]) })).isError).toBe(true);
  });
});

test.each([0, 101, -1, 2.5, '10', null])('a limit of %j is refused', async (limit) => {
  expect((await ask(tool, { limit })).isError).toBe(true);
});
