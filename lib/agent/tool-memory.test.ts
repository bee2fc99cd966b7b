/** What a team stores about its messages: it helps only that team, and is deleted when it should be. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import type { Caller } from '@/lib/people/caller';
import { deleteChat } from '@/lib/runs/chats';
import { type ManyTools, startManyTools } from '@/lib/runs/testing/many-tools';
import { RunHarness, type Step } from '@/lib/runs/testing/run-harness';
import { countMemory, forgetMemory, teamMemory } from './tool-memory';
import { MAX_MEMORY } from './tool-selection/settings';

const { toolMemory } = schema;
const PARCELS = 'shop__parcel_list';

describe.each(testDatabases)('the memory of messages on $name', ({ open }) => {
  let many: ManyTools;
  let harness: RunHarness;
  let member: Caller;

  beforeAll(async () => {
    many = await startManyTools();
    harness = await RunHarness.open(await open(), many.servers, {});
    member = await harness.person('member');
  });
  afterAll(async () => {
    await many.close();
    await harness.opened.close();
  });
  beforeEach(async () => {
    await harness.deps.db.delete(toolMemory);
  });

  /** Sends a message, has the model find and use a tool, and returns what the first step was offered. */
  async function use(
    text: string,
    caller = harness.admin,
    tool = PARCELS,
    query = 'list parcels',
    at = harness,
  ) {
    at.prompts.length = 0;
    at.steps({ calls: [{ tool: 'search_tools', input: { query } }] }, { calls: [{ tool, input: {} }] });
    const chatId = await at.chat(caller);
    await at.say(chatId, text, caller);
    return { chatId, first: (at.prompts[0]?.tools ?? []).map(({ name }) => name) };
  }

  const kept = () => harness.deps.db.select().from(toolMemory).orderBy(toolMemory.seq);

  it('offers a tool at once for what resembles a message that it answered, to the whole team', async () => {
    const { first, chatId } = await use('Where did Zorro leave the wobbly things?');
    expect(first).not.toContain(PARCELS);
    expect(await kept()).toMatchObject([
      {
        chatId,
        tool: PARCELS,
        userId: harness.admin.userId,
        message: 'Where did Zorro leave the wobbly things?',
      },
    ]);
    expect((await use('Zorro and his wobbly things', member)).first).toContain(PARCELS);
  });

  it('never helps another team', async () => {
    await use('Where did Zorro leave the wobbly things?');
    const other = await RunHarness.open(harness.opened, many.servers, {});
    const { first } = await use('Zorro and his wobbly things', other.admin, PARCELS, 'list parcels', other);
    expect(first).not.toContain(PARCELS);
    expect((await teamMemory(harness.deps.db, other.admin.teamId))?.memory.tools).toEqual([PARCELS]);
    expect(await countMemory(harness.deps.db, harness.admin)).toEqual({ mine: 1, team: 1 });
  });

  it('knows from use what supplies a tool: the next time both come together', async () => {
    const id = (await harness.office.addCustomer({ name: 'Quux' })).id;
    const notes: Step[] = [
      { calls: [{ tool: 'search_tools', input: { query: 'get a persona' } }] },
      { calls: [{ tool: 'customers_list', input: { name: 'Quux' } }] },
      { calls: [{ tool: 'crm__persona_get', input: { id } }] },
    ];
    harness.steps(...notes);
    await harness.say(await harness.chat(), 'Which customer has which persona?');
    const rows = await kept();
    expect(rows.find(({ tool }) => tool === 'crm__persona_get')?.suppliers).toEqual(['customers_list']);
    harness.prompts.length = 0;
    harness.steps();
    await harness.say(await harness.chat(), 'Show the persona');
    expect((harness.prompts[0]?.tools ?? []).map(({ name }) => name)).toContain('customers_list');
    await harness.deps.db.delete(toolMemory);
    await harness.say(await harness.chat(), 'Show the persona');
    expect((harness.prompts[1]?.tools ?? []).map(({ name }) => name)).not.toContain('customers_list');
  });

  it('remembers no call that failed, and nothing where all tools were offered', async () => {
    await use('Where did Zorro leave the wobbly things?', harness.admin, 'shop__parcel_get', 'get a parcel');
    expect(await kept()).toEqual([]);
    const everything = await RunHarness.open(harness.opened, many.servers);
    everything.steps({ calls: [{ tool: PARCELS, input: {} }] });
    await everything.say(await everything.chat(), 'Where did Zorro leave the wobbly things?');
    expect(await kept()).toEqual([]);
  });

  it('goes with the chat', async () => {
    const { chatId } = await use('Where did Zorro leave the wobbly things?');
    await deleteChat(harness.deps.db, harness.admin, chatId);
    expect(await kept()).toEqual([]);
    expect((await use('Zorro and his wobbly things')).first).not.toContain(PARCELS);
  });

  it('is forgotten by the person for himself, and by an admin for the team', async () => {
    await use('Where did Zorro leave the wobbly things?');
    await use('And the square ones of Zorro?', member);
    const { db } = harness.deps;
    expect(await countMemory(db, member)).toEqual({ mine: 1 });
    await expect(forgetMemory(db, member, 'team')).rejects.toThrow(/admin/);
    await forgetMemory(db, member, 'mine');
    expect(await countMemory(db, harness.admin)).toEqual({ mine: 1, team: 1 });
    const other = await RunHarness.open(harness.opened, many.servers, {});
    await forgetMemory(db, other.admin, 'team');
    expect(await kept()).toHaveLength(1);
    await forgetMemory(db, harness.admin, 'team');
    expect(await kept()).toEqual([]);
    expect(await teamMemory(db, harness.admin.teamId)).toBe(undefined);
  });

  it('keeps the newest of each tool, and of each team', async () => {
    const { chatId } = await use('Where did Zorro leave the wobbly things?');
    const { db } = harness.deps;
    const [one] = await kept();
    if (!one) throw new Error('Nothing was kept.');
    const { seq: _, ...row } = one;
    const more = (tool: string, count: number) =>
      Array.from({ length: count }, (_, at) => ({ ...row, tool, messageId: `${tool} ${at}` }));
    await db.insert(toolMemory).values(more(PARCELS, MAX_MEMORY.perTool + 5));
    const tools = Math.ceil(MAX_MEMORY.total / MAX_MEMORY.perTool);
    for (let at = 0; at < tools; at++) await db.insert(toolMemory).values(more(`t${at}`, MAX_MEMORY.perTool));
    await use('And the square ones of Zorro?');
    const [{ length: all }, ofTool] = [
      await kept(),
      await db.select().from(toolMemory).where(eq(toolMemory.tool, PARCELS)),
    ];
    expect(all).toBe(MAX_MEMORY.total);
    expect(ofTool.map(({ message }) => message)).toContain('And the square ones of Zorro?');
    expect(ofTool.length).toBeLessThanOrEqual(MAX_MEMORY.perTool);
    expect(ofTool.map(({ chatId: id, messageId }) => [id, messageId])).not.toContainEqual([
      chatId,
      one.messageId,
    ]);
  });
});
