/**
 * Following a run through its event log, as in a process that does not drive it: everything once, to the end of the
 * stored message, whenever the follower connects.
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type OpenDatabase, rowsOf } from '@/db/client';
import { oneDatabase } from '@/db/testing/databases';
import type { AmberMessage } from '../chat-view';
import { deleteChat } from '../chats';
import { driveRun } from '../drive';
import { finishSegment, type SegmentEnd } from '../finish';
import { foldChunks } from '../message-chunks';
import { adoptRun } from '../recover';
import { RunHarness } from '../testing/run-harness';
import { EventLog } from './event-log';
import { followResponse } from './follow';
import type { Chunk, Live } from './live';
import { mirrorOf } from './mirror';

const responseOf = (live: Live) => followResponse(live, async () => true);

describe.each(oneDatabase)('a run followed through its log on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;

  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
  });
  afterAll(() => opened.close());

  /** What a following client has, once the stream has ended. */
  async function read(live: Live | undefined): Promise<AmberMessage> {
    if (!live) throw new Error('No run goes on.');
    const events = (await responseOf(live).text()).split('\n\n').filter(Boolean);
    const data = events.map((event) => event.replace(/^data: /, ''));
    expect(data.pop()).toBe('[DONE]');
    const chunks = data.map((json): Chunk => JSON.parse(json));
    return foldChunks({ id: 'of the stream', role: 'assistant', parts: [] }, chunks);
  }

  /** Follows from now on; awaited before anything may end the run. */
  async function follow(chatId: string): Promise<{ all: Promise<AmberMessage> }> {
    const all = read(await mirrorOf(opened.db, chatId));
    all.catch(() => {});
    return { all };
  }

  function gate() {
    let release = () => {};
    const hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    return { hold, release };
  }

  async function logged(chatId: string, words: string): Promise<void> {
    const found = sql`select 1 from run_events e join runs r on r.id = e.run_id
      where r.chat_id = ${chatId} and e.chunks::text like ${`%${words}%`}`;
    while ((await rowsOf(opened.db, found)).length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async function stored(chatId: string): Promise<AmberMessage['parts']> {
    return (await harness.messages(chatId)).at(-1)?.parts ?? [];
  }

  it('comes to the stored message, for those who come first and those who come late', async () => {
    const chatId = await harness.chat();
    const held = gate();
    harness.steps(
      { text: 'Looking it up.', calls: [{ tool: 'customers_list', input: {} }] },
      { hold: held.hold, text: 'There they are, every one of them.' },
    );
    const claimed = await harness.begin(chatId, { id: 'one', text: 'Look' });
    const live = driveRun(harness.deps, harness.admin, claimed);
    const early = await follow(chatId);
    await logged(chatId, 'tool-output-available');
    const late = await follow(chatId);
    held.release();
    await live.done;
    const parts = await stored(chatId);
    expect(parts.map(({ type }) => type)).toContain('dynamic-tool');
    for (const read of [await early.all, await late.all]) expect(read.parts).toEqual(parts);
    expect(await mirrorOf(opened.db, chatId)).toBeUndefined();
  });

  it('shows the card, and begins a continuation with what is stored', async () => {
    const customer = await harness.office.addCustomer();
    const chatId = await harness.chat();
    const asking = gate();
    const answering = gate();
    harness.steps(
      {
        hold: asking.hold,
        text: 'I ask.',
        calls: [{ tool: 'customer_delete', input: { customerId: customer.id } }],
      },
      { hold: answering.hold, text: 'It is gone.' },
    );
    const first = driveRun(
      harness.deps,
      harness.admin,
      await harness.begin(chatId, { id: 'one', text: 'Delete' }),
    );
    const asked = await follow(chatId);
    asking.release();
    await first.done;
    expect((await asked.all).parts).toEqual(await stored(chatId));
    expect(await mirrorOf(opened.db, chatId)).toBeUndefined();
    const [card] = await harness.cards(chatId, 'pending');
    const decided = harness.decide(card?.id ?? '', 'confirm');
    await logged(chatId, 'tool-output-available');
    const continued = await follow(chatId);
    answering.release();
    await decided;
    const types = (parts: AmberMessage['parts']) => parts.map(({ type }) => type);
    const read = await continued.all;
    expect(types(read.parts)).toEqual(types(await stored(chatId)));
    const [view] = read.parts.flatMap((part) => (part.type === 'data-approval' ? [part.data] : []));
    expect(view).toMatchObject({ status: 'confirmed' });
    expect(JSON.stringify(read.parts)).toContain('It is gone.');
  });

  const said = (id: string, ...words: string[]): Chunk[] => [
    { type: 'text-start', id },
    ...words.map((delta): Chunk => ({ type: 'text-delta', id, delta })),
    { type: 'text-end', id },
  ];

  /**
   * A run as another process drives it: the notified part is in the log, the rest only appears at the segment's end.
   */
  async function elsewhere() {
    const chatId = await harness.chat();
    const { run } = await harness.begin(chatId, { id: 'one', text: 'one' });
    const segment = (base?: AmberMessage) => {
      const log = new EventLog(opened.db, run);
      const all: Chunk[] = [];
      const empty: AmberMessage = { id: run.messageId, role: 'assistant', parts: [] };
      return {
        async say(...chunks: Chunk[]) {
          all.push(...chunks);
          for (const chunk of chunks) log.add(chunk);
          await log.flush();
        },
        async end(how: SegmentEnd, ...unlogged: Chunk[]) {
          const message = await foldChunks(base ?? empty, [...all, ...unlogged]);
          await finishSegment(opened.db, run, message, how);
          return (await harness.messages(chatId)).at(-1);
        },
      };
    };
    return { chatId, run, segment };
  }

  it('goes on into another segment of the same process, with what the first one never logged', async () => {
    const { chatId, segment } = await elsewhere();
    const first = segment();
    await first.say({ type: 'start-step' }, { type: 'text-start', id: 't' });
    const live = await mirrorOf(opened.db, chatId);
    const reading = read(live);
    const delta = (text: string): Chunk => ({ type: 'text-delta', id: 't', delta: text });
    await first.say(delta('Some of it'));
    await seen(live, 'Some of it');
    const base = await first.end({ kind: 'completed', goesOnLater: true }, delta(' and the rest.'));
    const second = segment(base);
    await second.say({ type: 'start-step' }, ...said('t', 'Then ', 'more.'));
    await seen(live, 'Then more.');
    await second.end({ kind: 'stopped', why: 'Stopped.' }, ...said('u', 'Never logged.'));
    const parts = await stored(chatId);
    expect(parts.at(-1)).toMatchObject({ type: 'data-notice' });
    expect((await reading).parts).toEqual(parts);
  });

  it('ends when another process takes the run over', async () => {
    const { chatId, run, segment } = await elsewhere();
    await segment().say({ type: 'start-step' }, ...said('t', 'Cut off'));
    const live = await mirrorOf(opened.db, chatId);
    const reading = read(live);
    await seen(live, 'Cut off');
    const adopted = await adoptRun(opened.db, run);
    expect(adopted?.run.fence).toBe(run.fence + 1);
    expect(JSON.stringify((await reading).parts)).toContain('Cut off');
    const anew = await mirrorOf(opened.db, chatId);
    expect(anew).not.toBe(live);
    await finishSegment(opened.db, { ...run, fence: run.fence + 1 }, answer(run), { kind: 'completed' });
    expect((await read(anew)).parts).toEqual(await stored(chatId));
  });

  it('ends when the chat is deleted', async () => {
    const { chatId, segment } = await elsewhere();
    await segment().say(...said('t', 'Soon gone'));
    const live = await mirrorOf(opened.db, chatId);
    const reading = read(live);
    await seen(live, 'Soon gone');
    await deleteChat(opened.db, harness.admin, chatId);
    expect(JSON.stringify((await reading).parts)).toContain('Soon gone');
  });

  it('is one for all who follow, and is dropped with the last of them', async () => {
    const { chatId, run } = await elsewhere();
    const live = await mirrorOf(opened.db, chatId);
    if (!live) throw new Error('No run goes on.');
    const one = responseOf(live);
    const other = responseOf(live);
    expect(await mirrorOf(opened.db, chatId)).toBe(live);
    await one.body?.cancel();
    expect(live.isOver).toBe(false);
    await other.body?.cancel();
    expect(live.isOver).toBe(true);
    await finishSegment(opened.db, run, answer(run), { kind: 'completed' });
  });

  const answer = (run: { messageId: string }): AmberMessage => ({
    id: run.messageId,
    role: 'assistant',
    parts: [],
  });

  async function seen(live: Live | undefined, words: string): Promise<void> {
    await vi.waitFor(() => expect(JSON.stringify(live?.chunks)).toContain(words));
  }
});
