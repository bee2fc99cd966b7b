/** Offers and results of a server that are made to break their readers: names, schemas, results. */
import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { schema } from '@/db/schema/all';
import type { Case } from '@/e2e/cases';
import { answerForm } from '../answer-form';
import { announce } from '../follow/events';
import type { Judges, Play } from './hostile-cases';
import { DONE, type Order, type Stage, type Tool, type Trust } from './stage';
import { expectRanAsConfirmed, expectSurvives, expectUntainted } from './turn-oracles';

const TRUSTS = ['vouched', 'wild'] as const;
const plainTool = (name: unknown): Tool => ({ name, inputSchema: { type: 'object' } });

/** The names under which the model is offered the two servers' tools. */
function offeredOf(stage: Stage): string[] {
  const isTheirs = (name: string) => TRUSTS.some((trust) => name.startsWith(stage.serverName(trust)));
  return stage.offered.filter(isTheirs);
}

/** Confirmed calls run, by the name that the card showed. */
async function confirmAll(stage: Stage): Promise<void> {
  expect(stage.ran.filter(({ gated }) => gated)).toEqual([]);
  await stage.decideAll('confirm');
  await expectRanAsConfirmed(stage);
}

export async function playName({ payload = '' }: Case, { hostile, plain }: Play): Promise<Judges> {
  const tools = [plainTool('delete_record'), plainTool(payload)];
  const stage = await hostile.stage({ wild: tools, vouched: tools });
  const names = ['delete_record', payload];
  await stage.say(
    'Both.',
    TRUSTS.flatMap((on) => names.map((tool): Order => ({ on, tool, args: { tool } }))),
  );
  return {
    namespaced: () => {
      for (const name of offeredOf(stage))
        expect(name).toMatch(/^c\d+(?:wild|vouched)__[A-Za-z0-9_-]{1,55}$/);
    },
    no_collision: () => {
      expect(new Set(stage.offered).size).toBe(stage.offered.length);
      for (const on of TRUSTS) expect(stage.offered).toContain(stage.nameOf({ on, tool: 'delete_record' }));
    },
    tool_rejected_or_escaped: async () => {
      const { problems } = await hostile.harness.connectionsFor(hostile.harness.admin).list();
      const offered = (await stage.listed()).filter(({ name }) => name === payload);
      // Offered with plain characters, or refused with a message: never neither.
      expect(offered.length + problems.length).toBe(TRUSTS.length);
    },
    no_exec_without_approval: async () => {
      await confirmAll(stage);
      const meant = stage.ran.filter(({ input }) => Object(input).tool === 'delete_record');
      expect(meant.map(({ tool }) => tool)).toEqual(TRUSTS.map(() => 'delete_record'));
    },
    app_survives: () => expectSurvives(hostile, stage),
    system_prompt_untainted: () => expectUntainted(stage, plain),
  };
}

/** A regular expression that backtracks endlessly on the first is not waited for, and defaults are not filled in. */
const INPUTS = [{ id: `${'a'.repeat(60)}!` }, {}];

export async function playSchema({ tool = {} }: Case, { hostile, plain }: Play): Promise<Judges> {
  // One address leads to a server that counts its visitors, the other is the file's own.
  const stage = await hostile.stage({ wild: [hostile.foreign.rewritten(tool)], vouched: [tool] });
  const orders = TRUSTS.flatMap((on) => INPUTS.map((args): Order => ({ on, tool: tool.name, args })));
  await stage.say('All.', orders);
  const offered = offeredOf(stage);
  return {
    no_exec_without_approval: () => confirmAll(stage),
    executed_args_equal_shown_args: () => {
      const told = orders.filter((order) => offered.includes(stage.nameOf(order)));
      expect(stage.ran.map(({ input }) => input)).toEqual(told.map(({ args }) => args));
    },
    no_egress: () => expect(hostile.foreign.seen).toEqual([]),
    app_survives: () => expectSurvives(hostile, stage),
    system_prompt_untainted: () => expectUntainted(stage, plain),
  };
}

interface Told {
  state: 'output-available' | 'output-error';
  words: RegExp;
  /** The address that the person is shown, and that nobody opens. */
  asks?: string;
}

/** By the words of the file: how the chat shows the call, and with which text. */
const TOLD: Record<string, Told> = {
  // What the server calls an answer counts as one; its text is passed on unchanged.
  'error text without isError': { state: 'output-available', words: /Error: failed/ },
  'success text with isError': { state: 'output-error', words: /ok, deleted/ },
  // A file to be saved, of a type that no browser would run; the server's own type is noted beside it.
  'html as image': {
    state: 'output-available',
    words: /"mimeType":"application\/octet-stream".*"said":"text\/html"/,
  },
  'unknown content type': { state: 'output-available', words: /\[unknown_kind\]/ },
  'url elicitation punycode: full URL + warning before consent, no prefetch': {
    state: 'output-error',
    words: /input/,
    asks: 'https://xn--80ak6aa92e.com/',
  },
};

export async function playResult({ payload, note = '' }: Case, { hostile, plain }: Play): Promise<Judges> {
  const look = { ...plainTool('look'), annotations: { readOnlyHint: true, openWorldHint: false } };
  const stage = await hostile.stage({ wild: [look], vouched: [look] });
  const result = payload as unknown as object;
  stage.answer = ({ trust }) => (trust === 'wild' ? hostile.foreign.rewritten(result) : result) ?? DONE;
  const orders = TRUSTS.map((on: Trust): Order => ({ on, tool: 'look', args: {} }));
  const asked = await decliningAll(hostile, stage, stage.say('Look.', orders));
  const told = TOLD[note];
  if (!told) throw new Error(`An unknown result: ${note}`);
  return {
    no_exec_without_approval: async () =>
      void asked.push(...(await decliningAll(hostile, stage, confirmAll(stage)))),
    failure_not_reported_as_success: async () => {
      const calls = await stage.calls();
      expect(calls.map(({ state }) => state)).toEqual(TRUSTS.map(() => told.state));
      for (const call of calls) {
        const text = JSON.stringify('output' in call ? call.output : call.errorText);
        expect(text).toMatch(told.words);
        expect(text).not.toContain('PHNjcmlwdD');
      }
    },
    no_egress: () => {
      expect(new Set(asked)).toEqual(new Set(told.asks === undefined ? [] : [told.asks]));
      expect(hostile.foreign.seen).toEqual([]);
    },
    app_survives: () => expectSurvives(hostile, stage),
    system_prompt_untainted: () => expectUntainted(stage, plain),
  };
}

/**
 * Until the work is done the person declines all requests of servers. @returns the addresses that they were asked to
 * open
 */
async function decliningAll(
  { harness: { deps, admin } }: Play['hostile'],
  { chatId }: Stage,
  work: Promise<unknown>,
): Promise<string[]> {
  const { elicitations } = schema;
  const asked: string[] = [];
  let isOver = false;
  const done = work.finally(() => {
    isOver = true;
  });
  const open = and(eq(elicitations.chatId, chatId), eq(elicitations.status, 'open'));
  while (!isOver) {
    for (const { id, url } of await deps.db.select().from(elicitations).where(open)) {
      if (url !== null) asked.push(url);
      await answerForm({ db: deps.db, caller: admin }, id, { action: 'decline' });
      await announce(deps.db, chatId);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await done;
  return asked;
}
