/**
 * Vectors of tools: computed once, stored, bounded; and whatever the embedding model does, nobody waits or fails
 * because of it.
 */
import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { openAiEmbedder } from '@/lib/models/embedder';
import { deleteUnusedVectors } from '@/lib/store/tools/tool-vectors';
import { tool } from '../tool-selection/testing/sample-tools';
import type { SelectableTool } from '../tool-selection/types';
import { type EmbeddingServer, startEmbeddingServer } from './testing/embedding-server';
import { ToolVectors } from './tool-vectors';
import { wordingOf } from './wording';

const { toolVectors } = schema;
const LONG_ENOUGH = 60_000;
const never = new AbortController().signal;

const TOOLS = [
  tool({ name: 'parcelTrack', title: 'Follow parcels', description: 'Where a parcel is.' }),
  tool({ name: 'invoice_list', description: 'Lists invoices.' }),
  tool({ name: 'weather_get', description: 'The weather of a city.' }),
];

describe.each(testDatabases)('the vectors of tools on $name', ({ open }) => {
  let opened: OpenDatabase;
  let server: EmbeddingServer;
  const started: ToolVectors[] = [];

  beforeAll(async () => {
    [opened, server] = await Promise.all([open(), startEmbeddingServer()]);
  });
  afterAll(async () => {
    await Promise.all(started.map((vectors) => vectors.stop()));
    await server.close();
    await opened.close();
  });
  beforeEach(async () => {
    await opened.db.delete(toolVectors);
    server.reset();
  });

  /** As in another process, or one that has just started. */
  function fresh({ model = 'small', messageMs = LONG_ENOUGH } = {}): ToolVectors {
    const embedder = openAiEmbedder({ apiKey: 'k', baseUrl: server.baseUrl, model });
    const vectors = new ToolVectors({ embedder, db: opened.db, messageMs });
    started.push(vectors);
    return vectors;
  }

  const ask = (vectors: ToolVectors, message: string, tools: readonly SelectableTool[] = TOOLS) =>
    vectors.nearness(tools, message, never);

  /** After everything has been computed. */
  async function ready(vectors: ToolVectors, tools: readonly SelectableTool[] = TOOLS): Promise<void> {
    await ask(vectors, 'first', tools);
    await vectors.idle();
    server.asked.length = 0;
  }

  const keys = async () =>
    (await opened.db.select().from(toolVectors).orderBy(asc(toolVectors.key))).map(({ key }) => key);

  it('are made in the background: the first turn has none, and its message goes nowhere', async () => {
    const vectors = fresh();
    expect(await ask(vectors, 'Where is the courier?')).toBe(undefined);
    await vectors.idle();
    expect(server.asked).toEqual([TOOLS.map(wordingOf)]);
    expect(server.keys).toEqual(new Set(['Bearer k']));
    const near = await ask(vectors, 'Where is the courier?');
    expect(near?.indexOf(Math.max(...near))).toBe(0);
    expect(server.asked).toEqual([TOOLS.map(wordingOf), ['Where is the courier?']]);
  });

  it('hold what a tool says of itself, and nothing of who wrote what', async () => {
    expect(TOOLS.map(wordingOf)).toEqual([
      'parcel track. Follow parcels. Where a parcel is.',
      'invoice list. Lists invoices.',
      'weather get. The weather of a city.',
    ]);
    const long = wordingOf({ name: 'a_b', title: 't'.repeat(5000), description: 'd'.repeat(90_000) });
    expect(long.length).toBeLessThan(1500);
    const vectors = fresh();
    await ready(vectors);
    await ask(vectors, 'secret words');
    await vectors.idle();
    expect(await keys()).toHaveLength(TOOLS.length);
  });

  it('are read by the next process, which makes none again', async () => {
    await ready(fresh());
    const near = await ask(fresh(), 'Where is the courier?');
    expect(near?.indexOf(Math.max(...near))).toBe(0);
    expect(server.asked).toEqual([['Where is the courier?']]);
  });

  it('are made anew for other words, and for another model', async () => {
    await ready(fresh());
    const [first, ...others] = TOOLS;
    const changed = [tool({ ...first, name: 'parcelTrack', description: 'Changed.' }), ...others];
    const vectors = fresh();
    await ready(vectors, changed);
    expect(await keys()).toHaveLength(TOOLS.length + 1);
    const other = fresh({ model: 'large' });
    expect(await ask(other, 'first', changed)).toBe(undefined);
    await other.idle();
    expect(server.asked).toEqual([changed.map(wordingOf)]);
    expect(server.models).toEqual(new Set(['small', 'large']));
    expect(await keys()).toHaveLength(2 * TOOLS.length + 1);
  });

  it('are made in batches, of which one that fails is tried again later and keeps out no other', async () => {
    const many = Array.from({ length: 70 }, (_, at) => tool({ name: `thing${at}_get` }));
    server.refuse = (texts) =>
      texts.length > 1 && texts.some((text) => text.includes('thing3 ')) ? 500 : undefined;
    const vectors = fresh();
    await ask(vectors, 'first', many);
    await vectors.idle();
    expect(await keys()).toEqual([]);
    server.refuse = () => undefined;
    await ask(vectors, 'first', many);
    await vectors.idle();
    expect(await keys()).toHaveLength(70);
    expect(server.asked.filter((texts) => texts.includes('first'))).toEqual([]);
    expect(server.asked.map(({ length }) => length)).toEqual([32, 32, 32, 6]);
  });

  it('leave out the one tool whose words the model will not take', async () => {
    const bad = tool({ name: 'bad_words' });
    server.refuse = (texts) => (texts.includes(wordingOf(bad)) ? 400 : undefined);
    const vectors = fresh();
    await ready(vectors, [...TOOLS, bad]);
    const near = await ask(vectors, 'Where is the courier?', [...TOOLS, bad]);
    expect(near?.[0]).toBeGreaterThan(0);
    expect(near?.[3]).toBeNaN();
    expect(server.asked).toEqual([['Where is the courier?']]);
  });

  it('are left out when the message\u2019s comes too late, when it fails, and when it is none', async () => {
    const vectors = fresh();
    await ready(vectors);
    server.refuse = () => 500;
    expect(await ask(vectors, 'Where is the courier?')).toBe(undefined);
    server.reset();
    const late = fresh({ messageMs: 2000 });
    await ready(late);
    server.before = () => new Promise(() => {});
    expect(await ask(late, 'Where is the courier?')).toBe(undefined);
    expect(server.asked).toEqual([['Where is the courier?']]);
    server.reset();
    expect(await ask(vectors, ' \n ')).toBe(undefined);
    expect(await vectors.nearness(TOOLS, 'x', AbortSignal.abort())).toBe(undefined);
    expect(server.asked).toEqual([]);
    const gone = new ToolVectors({
      embedder: { id: 'odd', embed: async () => Promise.reject(new Error('gone')) },
      db: opened.db,
    });
    expect(await ask(gone, 'x')).toBe(undefined);
    await gone.idle();
  });

  it('tell of a failure once, without the words that were sent', async () => {
    const vectors = fresh();
    await ready(vectors);
    const written = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    server.refuse = () => 500;
    for (let time = 0; time < 3; time++) await ask(vectors, 'my secret words');
    const lines = written.mock.calls
      .map(([line]) => String(line))
      .filter((line) => line.includes('embedding'));
    written.mockRestore();
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      event: 'embedding_failed',
      of: 'message',
      status: 500,
    });
    expect(lines[0]).not.toContain('secret');
    // It is left alone for a while.
    expect(server.asked.length).toBeLessThan(3);
  });

  it('ask nobody any more once they are stopped', async () => {
    const vectors = fresh();
    server.before = () => new Promise(() => {});
    await ask(vectors, 'first');
    await vectors.stop();
    server.reset();
    expect(await ask(vectors, 'second')).toBe(undefined);
    expect(server.asked).toEqual([]);
  });

  it('are bounded in the database: the longest unused go', async () => {
    const at = (day: number) => new Date(Date.UTC(2024, 0, day));
    const vector = Int8Array.from([1, -128, 127, -1]);
    await opened.db
      .insert(toolVectors)
      .values(['a', 'b', 'c'].map((key, day) => ({ key, vector, usedAt: at(3 - day) })));
    await deleteUnusedVectors(opened.db, 2);
    expect(await keys()).toEqual(['a', 'b']);
    const [row] = await opened.db.select().from(toolVectors);
    expect([...(row?.vector ?? [])]).toEqual([1, -128, 127, -1]);
  });

  it('count as used when they are read', async () => {
    await ready(fresh());
    const old = new Date(Date.UTC(2024, 0, 1));
    await opened.db.update(toolVectors).set({ usedAt: old });
    await ask(fresh(), 'Where is the courier?', TOOLS.slice(0, 2));
    const rows = await opened.db.select().from(toolVectors);
    expect(rows.filter(({ usedAt }) => usedAt.getTime() === old.getTime())).toHaveLength(1);
  });
});
