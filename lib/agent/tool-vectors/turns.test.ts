/**
 * Turns with 500 tools and an embedding model: tools that words cannot find are offered, and no turn waits or fails
 * because of it.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { oneDatabase } from '@/db/testing/databases';
import { explainSelection } from '@/lib/agent/explain-selection';
import { readPolicy, setRule } from '@/lib/approvals/policy-settings';
import { openAiEmbedder } from '@/lib/models/embedder';
import type { Caller } from '@/lib/people/caller';
import { type ManyTools, startManyTools } from '@/lib/runs/testing/many-tools';
import { NOTHING_SAID, RunHarness, type Step } from '@/lib/runs/testing/run-harness';
import { type EmbeddingServer, startEmbeddingServer } from './testing/embedding-server';
import { ToolVectors } from './tool-vectors';

const { policyRules, toolMemory, toolVectors } = schema;

/** The embedding server relates doorsteps to parcels; no word of any tool does. */
const MESSAGE = 'Which have not reached the doorstep?';
const PARCELS = 'shop__parcel_list';

describe.each(oneDatabase)('tools found by meaning on $name', ({ open }) => {
  let many: ManyTools;
  let harness: RunHarness;
  let server: EmbeddingServer;

  beforeAll(async () => {
    [many, server] = await Promise.all([startManyTools(), startEmbeddingServer()]);
    harness = await RunHarness.open(await open(), many.servers, {});
  });
  afterAll(async () => {
    await harness.deps.vectors?.stop();
    await server.close();
    await many.close();
    await harness.opened.close();
  });
  beforeEach(async () => {
    await harness.deps.vectors?.stop();
    harness.deps.vectors = undefined;
    server.reset();
    for (const table of [toolVectors, toolMemory, policyRules]) await harness.deps.db.delete(table);
  });

  /** Configures the embedding model, as at the start of a process. */
  function configure(messageMs?: number): ToolVectors {
    const embedder = openAiEmbedder({ apiKey: 'k', baseUrl: server.baseUrl, model: 'small' });
    harness.deps.vectors = new ToolVectors({
      embedder,
      db: harness.deps.db,
      ...(messageMs && { messageMs }),
    });
    return harness.deps.vectors;
  }

  /** The same, with vectors of all tools. */
  async function ready(messageMs = 60_000, caller = harness.admin): Promise<ToolVectors> {
    const vectors = configure(messageMs);
    await offered('first', caller);
    await vectors.idle();
    server.asked.length = 0;
    return vectors;
  }

  /** The tools offered to the first step. */
  async function offered(
    message: string,
    caller: Caller = harness.admin,
    ...steps: Step[]
  ): Promise<string[]> {
    harness.prompts.length = 0;
    harness.steps(...steps);
    const said = await harness.say(await harness.chat(caller), message, caller);
    expect(said.filter(({ type }) => type === 'data-run-error')).toEqual([]);
    return (harness.prompts[0]?.tools ?? []).map(({ name }) => name);
  }

  it('sends nothing and finds by words alone where no model is configured', async () => {
    expect(await offered(MESSAGE)).not.toContain(PARCELS);
    expect(server.asked).toEqual([]);
    expect(await harness.deps.db.select().from(toolVectors)).toEqual([]);
  });

  it('finds what words cannot once the tools have their vectors, which are made once', async () => {
    const vectors = configure(60_000);
    expect(await offered(MESSAGE)).not.toContain(PARCELS);
    await vectors.idle();
    const sent = server.asked.flat();
    expect(sent.length).toBeGreaterThan(500);
    expect(new Set(sent).size).toBe(sent.length);
    expect(sent).not.toContain(MESSAGE);
    server.asked.length = 0;
    const call = (tool: string) => ({ calls: [{ tool, input: {} }] });
    expect(await offered(MESSAGE, harness.admin, call(PARCELS), call('orders_list'))).toContain(PARCELS);
    expect(many.executed).toContain('shop parcel_list');
    // Three steps, but only one request.
    expect(server.asked).toEqual([[MESSAGE]]);
  });

  it('looks by words alone for what the model searches', async () => {
    await ready();
    const search = { calls: [{ tool: 'search_tools', input: { query: 'what is on the doorstep' } }] };
    await offered('Which orders are open?', harness.admin, search);
    expect(server.asked).toEqual([['Which orders are open?']]);
  });

  it.each([
    ['does not answer in time', { before: () => new Promise<void>(() => {}) }],
    ['fails', { refuse: () => 503 }],
  ])('goes on with words alone when the server %s', async (_, trouble) => {
    await ready();
    await harness.deps.vectors?.stop();
    const words = ['Which orders are open?', MESSAGE];
    harness.deps.vectors = undefined;
    const plain = [await offered(words[0] ?? ''), await offered(words[1] ?? '')];
    configure();
    Object.assign(server, trouble);
    expect([await offered(words[0] ?? ''), await offered(words[1] ?? '')]).toEqual(plain);
  });

  it('goes on with words alone while there are no vectors to be had', async () => {
    const vectors = configure();
    server.refuse = () => 500;
    expect(await offered('Which orders are open?')).toContain('orders_list');
    await vectors.idle();
    expect(await harness.deps.db.select().from(toolVectors)).toEqual([]);
    expect(server.asked.flat()).not.toContain('Which orders are open?');
  });

  it('brings back nothing that policy, role or the want of a deed has taken out', async () => {
    const viewer = await harness.person('viewer');
    await ready();
    const parcels = (names: string[]) => names.filter((name) => name.startsWith('shop__parcel')).sort();
    expect(parcels(await offered(MESSAGE))).not.toContain('shop__parcel_delete');
    expect(parcels(await offered(`Delete all from the doorstep`))).toContain('shop__parcel_delete');
    expect(parcels(await offered('Delete all from the doorstep', viewer))).toEqual([
      ...['shop__parcel_get', 'shop__parcel_list'],
    ]);
    const rule = { ...NOTHING_SAID, server: 'shop', tool: 'parcel_list', effect: 'deny' as const };
    await setRule(harness.deps.db, harness.admin, rule);
    const denied = await offered(MESSAGE);
    expect(denied).not.toContain(PARCELS);
    expect(denied).toContain('shop__parcel_get');
  });

  it('is told on the tools page as a part of its own, and is what a turn is offered', async () => {
    const vectors = await ready();
    const { tools } = await harness.deps.connectionsFor(harness.admin).list();
    const { rules } = await readPolicy(harness.deps.db, harness.admin);
    const { signal } = new AbortController();
    const view = await explainSelection({
      tools,
      role: 'admin',
      rules,
      message: MESSAGE,
      offers: harness.deps.offers,
      compare: (some, text) => vectors.nearness(some, text, signal),
    });
    const found = view.offered.find(({ name }) => name === 'parcel_list');
    expect(found).toMatchObject({ reason: 'matches' });
    expect(found?.parts?.meaning).toBeGreaterThan(0);
    expect(found?.parts?.meaning).toBeCloseTo(found?.score ?? 0);
    const modelNames = new Map(tools.map((tool) => [`${tool.server} ${tool.name}`, tool.modelName]));
    const names = view.offered.map(({ server: of, name }) => modelNames.get(`${of} ${name}`) ?? name);
    expect(names).toEqual(await offered(MESSAGE));
  });
});
