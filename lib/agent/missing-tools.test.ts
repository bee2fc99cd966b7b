/** Missing tools are mentioned once, and again when they change. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import type { Caller } from '@/lib/people/caller';
import type { AmberData } from '@/lib/runs/chat-view';
import { driveRun } from '@/lib/runs/drive';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import type { Connections } from '@/lib/tools/types';

describe.each(testDatabases)('missing tools on $name', ({ open }) => {
  let opened: OpenDatabase;
  let harness: RunHarness;

  beforeAll(async () => {
    opened = await open();
    harness = await RunHarness.open(opened);
  });
  afterAll(() => opened.close());

  /** The stored notice of the last answer. */
  let told: AmberData['notice'] | undefined;

  /** Asks while these servers are down; returns the answer's notice as stored, and as shown on the page. */
  async function ask(chatId: string, caller: Caller, ...down: string[]) {
    const connectionsFor = (of: Caller): Connections => {
      const real = harness.deps.connectionsFor(of);
      const problems = down.map((server) => ({
        server,
        message: `${server} is away (${Math.random()}). Its tools are missing.`,
      }));
      const list: Connections['list'] = async (asked) => ({ ...(await real.list(asked)), problems });
      return new Proxy(real, { get: (target, name) => (name === 'list' ? list : Reflect.get(target, name)) });
    };
    harness.steps({ text: 'Well.' });
    const message = { id: `m${Math.random().toString(36).slice(2)}`, text: 'Go on' };
    const begun = await harness.begin(chatId, message, caller);
    await driveRun({ ...harness.deps, connectionsFor }, caller, begun).done;
    const parts = (await harness.messages(chatId)).at(-1)?.parts ?? [];
    const notice = parts.find((part) => part.type === 'data-notice')?.data;
    told = notice;
    return notice && { servers: notice.servers, isSaid: !notice.isKnown };
  }

  it('are told of in the first answer without them, and not again while the same are missing', async () => {
    const chatId = await harness.chat();
    const ofAdmin = (...down: string[]) => ask(chatId, harness.admin, ...down);
    expect(await ofAdmin('crm')).toEqual({ servers: ['crm'], isSaid: true });
    expect(await ofAdmin('crm')).toEqual({ servers: ['crm'], isSaid: false });
    expect(await ofAdmin('crm', 'crm')).toEqual({ servers: ['crm'], isSaid: false });
    expect(await ofAdmin('crm', 'ads')).toEqual({ servers: ['ads', 'crm'], isSaid: true });
    expect(await ofAdmin('ads', 'crm')).toEqual({ servers: ['ads', 'crm'], isSaid: false });
    expect(await ofAdmin()).toBeUndefined();
    expect(await ofAdmin('crm')).toEqual({ servers: ['crm'], isSaid: true });
  });

  it('are told of server by server to admins, what holds for all of them once', async () => {
    await ask(await harness.chat(), harness.admin, 'crm', 'ads');
    expect(told?.reasons?.map(({ server }) => server)).toEqual(['ads', 'crm']);
    expect(told?.reasons?.[1]?.why).toMatch(/^crm is away \([\d.e-]+\)\.$/);
    expect(told?.text).toMatch(
      /^Some tools are missing\. ads: ads is away \([^)]+\)\. crm: crm is away \([^)]+\)\.$/,
    );
  });

  it('are told of in every chat by itself, to others than admins without the reason', async () => {
    const member = await harness.person('member');
    const chatId = await harness.chat(member);
    expect(await ask(chatId, member, 'crm')).toEqual({ servers: ['crm'], isSaid: true });
    const [, answer] = await harness.messages(chatId);
    const [notice] = answer?.parts ?? [];
    expect(told).not.toHaveProperty('reasons');
    expect(notice).toMatchObject({
      data: { text: 'Some tools are missing. An admin can see why. Servers concerned: crm.' },
    });
  });
});
