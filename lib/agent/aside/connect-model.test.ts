/**
 * The model that an admin connects for the team: checked, sealed, used, replaced and removed; its key is found nowhere.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OpenDatabase, rowsOf } from '@/db/client';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { listModels } from '@/lib/models/model-list';
import { OF_THE_TEAM } from '@/lib/models/models-file';
import { beside, teamModel } from '@/lib/models/team/team-models';
import { driveRun } from '@/lib/runs/drive';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { findTeamModel, type TeamModelRow } from '@/lib/store/settings/team-model';
import { connectModel, removeModel } from './connect-model';

const KEY = 'sk-nobody-reads-this-4711';
const SETTINGS = { secret: 'a secret for tests only, long enough', privateServers: true };
const { receipts, teamModels } = schema;

/** Speaks OpenAI's chat interface to anybody with the key. */
class ModelServer {
  asked: { path: string; key: string | undefined; model: unknown }[] = [];
  key: string | undefined = KEY;
  private server: Server | undefined;

  async open(): Promise<string> {
    this.server = createServer(async (request, response) => {
      let text = '';
      for await (const piece of request) text += piece;
      const key = request.headers.authorization?.replace('Bearer ', '');
      this.asked.push({ path: request.url ?? '', key, model: JSON.parse(text).model });
      if (this.key !== undefined && key !== this.key) {
        const error = { message: `Incorrect API key provided: ${key}` };
        response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const chunk = (delta: object, finish_reason: string | null) =>
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
      response.end(
        `${chunk({ role: 'assistant', content: 'ready' }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`,
      );
    });
    await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  close(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }
}

describe.each(testDatabases)('a model of the team on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;
  const server = new ModelServer();
  let baseUrl: string;
  let logged: string;

  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
    baseUrl = await server.open();
  });
  afterAll(async () => {
    server.close();
    await harness.closeConnections();
    await opened.close();
  });
  beforeEach(async () => {
    await opened.db.delete(teamModels);
    server.asked = [];
    server.key = KEY;
    logged = '';
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      logged += String(text);
      return true;
    });
  });
  afterEach(() => vi.restoreAllMocks());

  const connect = (more: object = {}) =>
    connectModel(opened.db, harness.admin, { baseUrl, model: 'house', key: KEY, ...more }, SETTINGS);
  const stored = () => findTeamModel(opened.db, harness.admin.teamId);
  /** The complete contents of the database. */
  async function everything(): Promise<string> {
    const tables = await rowsOf<{ name: string }>(
      opened.db,
      sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'receipt_key'`,
    );
    const all = await Promise.all(
      tables.map(({ name }) =>
        rowsOf(opened.db, sql`select row_to_json(one)::text as text from ${sql.identifier(name)} one`),
      ),
    );
    return JSON.stringify(all);
  }
  const told = () =>
    opened.db
      .select({ body: receipts.body })
      .from(receipts)
      .where(eq(receipts.kind, 'model changed'))
      .orderBy(desc(receipts.id));

  it('is asked one small thing, and kept with its key sealed; the record tells who did it', async () => {
    await connect();
    expect(server.asked).toEqual([{ path: '/v1/chat/completions', key: KEY, model: 'house' }]);
    expect(await stored()).toMatchObject({
      baseUrl,
      model: 'house',
      sealedKey: expect.stringMatching(/^v1\./),
    });
    const [receipt] = await told();
    expect(JSON.parse(String(receipt?.body))).toMatchObject({
      change: 'added',
      model: 'house',
      person: { id: harness.admin.userId, role: 'admin' },
    });
    expect(await everything()).not.toContain(KEY);
    expect(await everything()).toContain('house');
    expect(logged).not.toContain(KEY);
  });

  it('is not kept when it refuses the key, and what is said repeats nothing of it', async () => {
    server.key = 'another';
    const error = await connect().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'unavailable',
      message: 'The key was refused (401). Enter another one above. It was not connected.',
    });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(KEY);
    expect(await stored()).toBeNull();
    expect(logged).not.toContain(KEY);
  });

  it('is asked at no inner address, unless npm start has found it there', async () => {
    const closed = { ...SETTINGS, privateServers: false };
    const entered = { baseUrl, model: 'house', key: KEY };
    await expect(connectModel(opened.db, harness.admin, entered, closed)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('127.0.0.1 is not on the open internet'),
    });
    expect(server.asked).toEqual([]);
    const foundModel = JSON.stringify({ program: 'Ollama', baseUrl, model: 'house' });
    server.key = undefined;
    await connectModel(opened.db, harness.admin, { baseUrl, model: 'house' }, { ...closed, foundModel });
    expect(await stored()).toEqual({
      teamId: harness.admin.teamId,
      baseUrl,
      model: 'house',
      sealedKey: null,
    });
    // Its address no longer resolves: it is not reached, though the row is there.
    const row = (await stored()) as TeamModelRow;
    await expect(teamModel(row, closed).model.doStream({ prompt: [] })).rejects.toThrow('open internet');
  });

  it('keeps its key under another name, and not at another address', async () => {
    await connect();
    await connect({ model: 'house-2', key: undefined });
    expect(server.asked.at(-1)).toEqual({ path: '/v1/chat/completions', key: KEY, model: 'house-2' });
    const thief = new ModelServer();
    thief.key = undefined;
    const elsewhere = await thief.open();
    await connect({ baseUrl: elsewhere, key: undefined });
    expect(thief.asked.map(({ key }) => key)).toEqual(['none']);
    expect(await stored()).toMatchObject({ baseUrl: elsewhere, sealedKey: null });
    thief.close();
  });

  it('answers the team’s chats, and is not there any more once it was removed', async () => {
    await connect();
    server.asked = [];
    const model = (id?: string | null, row: TeamModelRow | null = null) => {
      const operators = listModels(undefined);
      return (row ? beside(operators, teamModel(row, SETTINGS)) : operators).find(id);
    };
    const chatId = await harness.chat();
    const begun = await harness.begin(chatId, { id: newId('msg'), text: 'Are you there?' });
    await driveRun({ ...harness.deps, model }, harness.admin, begun).done;
    expect(server.asked).toMatchObject([{ key: KEY, model: 'house' }]);
    const [, answer] = await harness.messages(chatId);
    expect(answer).toMatchObject({ metadata: { made: { model: OF_THE_TEAM, title: 'house' } } });
    await removeModel(opened.db, harness.admin);
    expect(await stored()).toBeNull();
    expect(JSON.parse(String((await told())[0]?.body))).toMatchObject({ change: 'removed', model: 'house' });
    await expect(removeModel(opened.db, harness.admin)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('stands behind the operator’s, and in the place of the offline one', async () => {
    await connect();
    const own = teamModel((await stored()) as TeamModelRow, SETTINGS);
    const operators = listModels({ apiKey: 'k', model: 'large', api: 'responses' });
    expect(beside(operators, own).all.map(({ id }) => id)).toEqual(['settings', OF_THE_TEAM]);
    expect(beside(listModels(undefined), own).all.map(({ id }) => id)).toEqual([OF_THE_TEAM]);
  });

  it('says what is the matter where its row was moved to another team', async () => {
    await connect();
    const row = { ...((await stored()) as TeamModelRow), teamId: 'another' };
    const moved = teamModel(row, SETTINGS);
    server.asked = [];
    await expect(moved.model.doStream({ prompt: [] })).rejects.toThrow('cannot be read any more');
    expect(server.asked).toEqual([]);
  });

  it('is connected and removed by admins alone', async () => {
    const member = await harness.person('member');
    const forbidden = { code: 'forbidden' };
    const entered = { baseUrl, model: 'house', key: KEY };
    await expect(connectModel(opened.db, member, entered, SETTINGS)).rejects.toMatchObject(forbidden);
    await connect();
    await expect(removeModel(opened.db, member)).rejects.toMatchObject(forbidden);
    expect(await stored()).not.toBeNull();
  });
});
