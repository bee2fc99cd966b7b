/**
 * The conditions under which a call was judged are compared again by the statement that claims it: whatever changes
 * between the last look-up and that statement, while the call waits for a slot at its server, nothing runs that was not
 * decided under the current conditions.
 */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { randomToken } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { oneDatabase } from '@/db/testing/databases';
import { advance, openCall } from '@/lib/execution/ledger';
import type { Caller } from '@/lib/people/caller';
import { CrashHarness, call } from '@/lib/runs/testing/crash-harness';
import type { RunHarness } from '@/lib/runs/testing/run-harness';
import { decideTool } from '@/lib/servers/change-servers';

const { approvals, chats, grants, members, runs } = schema;

interface At {
  crash: CrashHarness;
  chatId: string;
  caller: Caller;
}
type Change = (at: At) => Promise<unknown>;
type Tool = 'add' | 'drop';

/** For a confirmed call, every word counts. */
const DECLARED = {
  add: { annotations: { destructiveHint: true } },
  drop: { description: 'Drops all, kindly.' },
};

const TIGHTER: [string, (tool: Tool) => Change][] = [
  [
    'the mode is plan',
    () =>
      ({ crash, chatId }) =>
        set(crash, chatId, { mode: 'plan' }),
  ],
  [
    'the person may only read',
    () =>
      ({ crash, caller }) =>
        crash.opened.db.update(members).set({ role: 'viewer' }).where(eq(members.userId, caller.userId)),
  ],
  [
    'a rule of the team denies it',
    (tool) =>
      ({ crash }) =>
        crash.harness.rule(tool, { effect: 'deny' }),
  ],
  [
    'a rule of the person\u2019s own denies it',
    (tool) =>
      ({ crash, caller }) =>
        crash.harness.rule(tool, { effect: 'deny', own: true }, caller),
  ],
  [
    'an admin turns the tool off',
    (tool) =>
      ({ crash }) =>
        turnOff(crash, tool),
  ],
  [
    'its server declares another one',
    (tool) =>
      ({ crash }) =>
        declare(crash, tool, DECLARED[tool]),
  ],
];

const CARD: [string, Partial<typeof approvals.$inferInsert>][] = [
  ['is withdrawn', { status: 'superseded' }],
  ['is used', { claimedAt: new Date() }],
  ['is of another server', { server: 'other' }],
  ['is of another address', { serverUrl: 'https://other.test/mcp' }],
  ['is of a server by another name', { callsItself: 'other' }],
  ['is of a server that nobody vouches for', { trusted: false }],
  ['has other arguments', { inputHash: 'other' }],
  ['is of another definition', { definitionHash: 'other' }],
  ['shows something else', { previewHash: 'other' }],
];

describe.each(oneDatabase)('between the last look at a call and taking it on $name', ({ open }) => {
  let opened: OpenDatabase;
  let crash: CrashHarness;
  let caller: Caller;
  let chatId: string;
  /** How often the server was listed again since the change. */
  let looks: number;

  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    crash = await CrashHarness.open({ ...opened, close: async () => {} });
    caller = await crash.harness.person('member');
    chatId = await crash.harness.chat(caller);
    crash.harness.steps({ text: 'Hello.' });
    await crash.harness.say(chatId, 'Hello', caller);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await crash.close();
  });

  /**
   * Happens once, when the call has its slot at the server and is about to be sent.
   * @param nth number of the call, from 1
   */
  function meanwhile(change: Change, nth = 1): RunHarness {
    let isOver = false;
    let entered = 0;
    looks = 0;
    return crash.harness.connecting(({ enter, list }) => ({
      list: (options) => {
        if (isOver && options?.fresh === 's') looks += 1;
        return list(options);
      },
      enter: async (...asked) => {
        const leave = await enter(...asked);
        entered += 1;
        if (entered === nth) await change({ crash, chatId, caller });
        isOver ||= entered === nth;
        return leave;
      },
    }));
  }

  async function unasked(change: Change): Promise<void> {
    const harness = meanwhile(change);
    crash.harness.steps({ calls: [call('add', 'a')] });
    await harness.say(chatId, 'Add it', caller);
  }

  async function confirmed(change: Change): Promise<void> {
    crash.harness.steps({ calls: [call('drop', 'a')] });
    await crash.harness.say(chatId, 'Drop it', caller);
    const [card] = await crash.harness.cards(chatId, 'pending');
    await meanwhile(change).decide(card?.id ?? '', 'confirm', undefined, caller);
  }

  /** The last look-up is so old that it is repeated, and the call claimed, before it waits for its slot. */
  async function confirmedLongAgo(change: Change): Promise<void> {
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 2_000));
    await confirmed(change);
  }

  /** Allowed ahead for one more call, which claims it before it waits for its slot. */
  async function granted(change: Change): Promise<void> {
    crash.harness.steps({ calls: [call('drop', 'first')] });
    await crash.harness.say(chatId, 'Drop it', caller);
    const [card] = await crash.harness.cards(chatId, 'pending');
    const grant = { thisChat: false, times: 1, until: null, bounds: [] };
    await crash.harness.decide(card?.id ?? '', 'confirm', undefined, caller, { grant });
    crash.executed = [];
    const harness = meanwhile(change);
    crash.harness.steps({ calls: [call('drop', 'a')] });
    await harness.say(chatId, 'Drop it', caller);
  }

  /** Held behind a card, and released with it. */
  async function held(change: Change): Promise<void> {
    crash.harness.steps({ calls: [call('drop', 'first'), call('add', 'a')] });
    await crash.harness.say(chatId, 'Drop and add', caller);
    const [card] = await crash.harness.cards(chatId, 'pending');
    await meanwhile(change, 2).decide(card?.id ?? '', 'confirm', undefined, caller);
  }

  it('what nobody changes runs, once', async () => {
    await unasked(async () => {});
    await confirmed(async () => {});
    await granted(async () => {});
    await held(async () => {});
    expect(crash.executed).toEqual(['drop a', 'drop first', 'add a']);
  });

  it.each(TIGHTER)('a call that was taken before it waited does not run: %s', async (_name, change) => {
    await confirmedLongAgo(change('drop'));
    expect(crash.executed).toEqual([]);
    expect(await crash.ledger(chatId)).toEqual(['drop a error']);
  });

  it.each([
    ...TIGHTER,
    ['the grant is taken back', () => endGrants({ revokedAt: new Date() })],
    ['the time of the grant is over', () => endGrants({ expiresAt: new Date(0) })],
  ] satisfies typeof TIGHTER)('a call that was allowed ahead does not run: %s', async (_name, change) => {
    await granted(change('drop'));
    expect(crash.executed).toEqual([]);
    expect(await crash.ledger(chatId)).toEqual(['drop first success', 'drop a error']);
  });

  it.each(TIGHTER)('a call that was held back does not run: %s', async (_name, change) => {
    await held(change('add'));
    expect(crash.executed).toEqual(['drop first']);
    expect(await crash.ledger(chatId)).toEqual(['drop first success', 'add a error']);
  });

  it.each(TIGHTER)('a call that need not ask does not run: %s', async (_name, change) => {
    await unasked(change('add'));
    expect(crash.executed).toEqual([]);
    expect(await crash.ledger(chatId)).toEqual(['add a error']);
  });

  it('a call that need not ask does not run: words from outside have come into the chat', async () => {
    await unasked(readOutside);
    expect(crash.executed).toEqual([]);
    expect(await crash.ledger(chatId)).toEqual(['add a error', 'browse x success']);
  });

  it.each(TIGHTER)('a confirmed call does not run: %s', async (_name, change) => {
    await confirmed(change('drop'));
    expect(crash.executed).toEqual([]);
    expect(await crash.ledger(chatId)).toEqual(['drop a error']);
  });

  it('a confirmed call that would have to ask as much is looked at once more, and runs once', async () => {
    await confirmed(readOutside);
    expect(crash.executed).toEqual(['drop a']);
    expect(looks).toBe(1);
  });

  it('a confirmed call that waits longer than a look holds is looked at again, also where nobody was told of a change', async () => {
    await confirmed(async () => {
      crash.declared = { drop: DECLARED.drop };
      const now = performance.now.bind(performance);
      vi.spyOn(performance, 'now').mockImplementation(() => now() + 2_000);
    });
    expect(crash.executed).toEqual([]);
    expect(looks).toBe(1);
  });

  it.each(CARD)('a confirmed call does not run when its card %s', async (_name, other) => {
    await confirmed(() => opened.db.update(approvals).set(other).where(eq(approvals.chatId, chatId)));
    expect(crash.executed).toEqual([]);
    expect(await crash.ledger(chatId)).toEqual(['drop a error']);
  });
});

const endGrants =
  (to: Partial<typeof grants.$inferInsert>): Change =>
  async ({ crash }) => {
    await crash.opened.db.update(grants).set(to);
  };

const set = ({ opened: { db } }: CrashHarness, chatId: string, to: Partial<typeof chats.$inferInsert>) =>
  db.update(chats).set(to).where(eq(chats.id, chatId));

/** By the hash of the server's current declaration. */
async function turnOff({ opened: { db }, harness }: CrashHarness, name: Tool): Promise<void> {
  const connections = harness.connectionsFor(harness.admin);
  const { tools } = await connections.list();
  const definitionHash = tools.find((tool) => tool.name === name)?.definitionHash ?? '';
  const decided = { tool: name, definitionHash, decision: 'off' as const };
  await decideTool({ db, caller: harness.admin, connections }, 's', decided);
}

/** Another process lists the server, and this one is notified. */
async function declare(crash: CrashHarness, name: Tool, declared: object): Promise<void> {
  crash.declared = { [name]: declared };
  await crash.harness.connectionsFor(crash.harness.admin).list({ fresh: 's' });
}

/** The result of a call in an earlier answer of the chat arrives only now. */
async function readOutside({ crash, chatId, caller }: At): Promise<void> {
  const { db } = crash.opened;
  const [run] = await db.select().from(runs).where(eq(runs.chatId, chatId)).orderBy(runs.createdAt).limit(1);
  const made = {
    toolCallId: randomToken(),
    step: 1,
    tool: await crash.tool('s__browse'),
    input: { id: 'x' },
  };
  const opening = await openCall(db, { caller, chatId, runId: run?.id ?? '' }, made);
  const sent = await advance(db, opening, ['claimed', 'dispatched']);
  if (!sent || !(await advance(db, sent, 'success', { result: { content: [] } })))
    throw new Error('Not read.');
}
