/**
 * What is asked of a tool's companions is judged once more when their server has a slot for it: whatever an admin has
 * stopped or denied while it waited, the server hears nothing.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { oneDatabase } from '@/db/testing/databases';
import { serverConfig } from '@/lib/connections/testing/connections';
import type { TestServer } from '@/lib/connections/testing/http-server';
import { plainTool, sendResult, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import type { Caller } from '@/lib/people/caller';
import { PLAN_TOOL } from '@/lib/plans/plan-tool';
import type { Halt } from '@/lib/policy/halts';
import { lift, readHalts, stopAtOnce } from '@/lib/rules/halting';
import { DESTRUCTIVE, READ_ONLY } from '@/mcp/annotations';
import { RunHarness } from './testing/run-harness';

const inputSchema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
const companion = (name: string) =>
  plainTool(name, { annotations: READ_ONLY, inputSchema, _meta: { 'amber/companion': true } });
const TOOLS = [
  plainTool('sort', { annotations: DESTRUCTIVE, inputSchema, _meta: { 'amber/risk': 'sort_read' } }),
  companion('sort_read'),
  plainTool('act', { annotations: DESTRUCTIVE, inputSchema, _meta: { 'amber/preview': 'act_read' } }),
  companion('act_read'),
  plainTool('set', {
    annotations: DESTRUCTIVE,
    inputSchema,
    _meta: { 'amber/record': { tool: 'set_read', arguments: { id: '$input.id' } } },
  }),
  plainTool('set_read', { annotations: READ_ONLY, inputSchema }),
];
const ANSWERS: Record<string, object> = {
  sort_read: READ_ONLY,
  act_read: { lines: [{ label: 'Item', value: 'Alpha' }] },
  set_read: { title: 'Alpha' },
};
const NOTHING = { server: null, tool: null, userId: null, reason: 'It is down for repair.' };
const { signal } = new AbortController();

describe.each(oneDatabase)('companions of a stopped server on $name', ({ open }) => {
  let opened: OpenDatabase;
  /** Has the model. */
  let plain: RunHarness;
  let harness: RunHarness;
  let server: TestServer;
  let person: Caller;
  /** The tools that the server was called for. */
  let executed: string[] = [];
  /** Resolved when a companion is about to be asked. */
  let asked: PromiseWithResolvers<void>;

  beforeAll(async () => {
    opened = await open();
    server = await startScriptedServer({
      list: () => ({ tools: TOOLS }),
      call: ({ message }, response) => {
        const name = String(message.params?.name);
        executed.push(name);
        sendResult(response, message, { content: [], structuredContent: ANSWERS[name] ?? { done: true } });
      },
    });
    const config = serverConfig('s', server.url, { trusted: true, maxConcurrency: 1 });
    plain = await RunHarness.open(opened, [config]);
    harness = plain.connecting(({ preview, riskOf }) => ({
      preview: (...given) => {
        asked.resolve();
        return preview(...given);
      },
      riskOf: (...given) => {
        asked.resolve();
        return riskOf(...given);
      },
    }));
    person = await harness.person('admin');
    await connections().list({ waitFor: ['s'] });
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });
  beforeEach(() => {
    executed = [];
    asked = Promise.withResolvers();
    return async () => {
      for (const { id } of (await readHalts(opened.db, harness.admin)).halts)
        await lift(opened.db, harness.admin, id);
      for (const { name } of TOOLS) await harness.rule(String(name), {});
    };
  });

  const connections = () => harness.deps.connectionsFor(person);
  const stop = (halt: Partial<Halt> & Pick<Halt, 'kind'>) =>
    stopAtOnce(opened.db, harness.admin, { ...NOTHING, ...halt });
  const FORBIDDEN: [string, (tool: string) => Promise<unknown>][] = [
    ['the server', () => stop({ kind: 'server', server: 's' })],
    ['the companion', (tool) => stop({ kind: 'tool', server: 's', tool: `${tool}_read` })],
    ['the tool', (tool) => stop({ kind: 'tool', server: 's', tool })],
    ['the person', () => stop({ kind: 'person', userId: person.userId })],
    ['the companion, by a rule,', (tool) => harness.rule(`${tool}_read`, { effect: 'deny' })],
    ['the tool, by a rule,', (tool) => harness.rule(tool, { effect: 'deny' })],
  ];
  const each = (tools: string[]) =>
    tools.flatMap((tool) => FORBIDDEN.map(([what, forbid]) => [tool, what, forbid] as const));

  /** Begins something while the server has no slot, forbids what is to be forbidden, and frees the slot. */
  async function forbiddenMeanwhile<T>(forbid: () => Promise<unknown>, begin: () => Promise<T>): Promise<T> {
    const [tool] = (await connections().list()).tools.filter((one) => one.server === 's');
    if (!tool) throw new Error('There is no tool of the server.');
    const leave = await connections().enter(tool, signal);
    asked = Promise.withResolvers();
    const begun = begin();
    const unasked = begun.then(() => {
      throw new Error('No companion was to be asked.');
    });
    try {
      await Promise.race([asked.promise, unasked]);
      await forbid();
      executed = [];
    } finally {
      unasked.catch(() => {});
      leave();
    }
    return begun;
  }

  async function say(tool: string, input: object = { id: 'a' }) {
    const chatId = await harness.chat(person);
    plain.steps({ calls: [{ tool, input }] }, { text: 'So it is.' });
    await harness.say(chatId, 'Make a plan and do it, please', person);
    return harness.cards(chatId, 'pending');
  }

  it.each(['sort', 'act', 'set'])('asks the companion of %s once there is a slot', async (tool) => {
    const nothing = async () => {};
    await forbiddenMeanwhile(nothing, () => say(`s__${tool}`));
    expect(executed[0]).toBe(`${tool}_read`);
  });

  it.each(each(['sort', 'act', 'set']))(
    'asks no companion of %s about a call once %s is stopped',
    async (tool, _what, forbid) => {
      await forbiddenMeanwhile(
        () => forbid(tool),
        () => say(`s__${tool}`),
      );
      expect(executed).toEqual([]);
    },
  );

  it.each(each(['act', 'set']))(
    'asks no companion of %s for a press once %s is stopped',
    async (tool, _what, forbid) => {
      const [card] = await say(`s__${tool}`);
      expect(executed).toEqual([`${tool}_read`]);
      const press = () =>
        harness.decide(card?.id ?? '', 'confirm', undefined, person).then(
          () => 'pressed',
          () => 'refused',
        );
      await forbiddenMeanwhile(() => forbid(tool), press);
      expect(executed).toEqual([]);
    },
  );

  it.each(each(['act']))(
    'asks no companion of %s for a plan once %s is stopped',
    async (tool, _what, forbid) => {
      const steps = [{ step: 1, server: 's', tool, arguments: { id: 'a' }, why: 'It is old.' }];
      await forbiddenMeanwhile(
        () => forbid(tool),
        () => say(PLAN_TOOL.modelName, { steps }),
      );
      expect(executed).toEqual([]);
    },
  );
});
