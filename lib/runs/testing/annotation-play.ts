/**
 * Tools with every combination of hints: whether they ask, whether a lost call is retried, whether two run
 * concurrently.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { schema } from '@/db/schema/all';
import type { Case, Expected } from '@/e2e/cases';
import type { Judges, Play } from './hostile-cases';
import { DONE, type Order, type Stage, type Tool, type Trust } from './stage';
import { expectCards, expectRanAsConfirmed, expectUntainted } from './turn-oracles';

const { calls } = schema;

const TRUSTS = ['vouched', 'wild'] as const;
/** Longer than concurrent calls need to overlap; sequential calls each wait this long. */
const TURN_MS = 60;
/** The wait for an overlap is given up after this long. */
const MOST_MS = 5_000;

const toolOf = ({ annotations }: Case): Tool => ({
  name: 't',
  inputSchema: { type: 'object' },
  ...(annotations && { annotations }),
});

/** The file's expectation for a server of this trust. */
function ofTrust(said: Expected[keyof Expected], trust: Trust): boolean {
  return Boolean(Reflect.get(Object(said), trust === 'vouched' ? 'trusted' : 'untrusted'));
}

export async function playAnnotations(one: Case, { hostile, plain }: Play): Promise<Judges> {
  const stage = await hostile.stage({ wild: [toolOf(one)], vouched: [toolOf(one)] });
  // The trusted server's call comes first: it must not be held back by another server's card.
  const orders = TRUSTS.map((on): Order => ({ on, tool: 't', args: { on } }));
  await stage.say('Do it.', orders);
  const asking = orders.filter(({ on }) => ofTrust(one.expect?.gate, on));
  const free = orders.filter((order) => !asking.includes(order));
  const alone = (trust: Trust) => hostile.stage({ [trust]: [toolOf(one)] });
  return {
    gate_matches: async () => {
      expect(asking.map(({ on }) => on)).toContain('wild');
      await expectCards(stage, asking);
      expect(stage.ran.map(({ trust }) => trust)).toEqual(free.map(({ on }) => on));
    },
    no_exec_without_approval: async () => {
      await stage.decideAll('confirm');
      expect(stage.ran).toHaveLength(orders.length);
      await expectRanAsConfirmed(stage);
      await expectTaint(stage, one);
    },
    system_prompt_untainted: () => expectUntainted(stage, plain),
    retry_matches: async () => {
      for (const trust of TRUSTS) await expectRetries(await alone(trust), one, trust);
    },
    parallel_matches: async () => {
      for (const trust of TRUSTS) await expectCompany(await alone(trust), one, trust);
    },
  };
}

/** Whether the trusted server's results count as from outside; those of the other always do. */
async function expectTaint(stage: Stage, { expect: said }: Case): Promise<void> {
  if (said?.taints_session === undefined) return;
  const of = eq(calls.server, stage.serverName('vouched'));
  const rows = await stage.harness.deps.db
    .select({ outside: calls.outside })
    .from(calls)
    .where(and(eq(calls.chatId, stage.chatId), of));
  expect(rows).toEqual([{ outside: said.taints_session }]);
}

/** The response to the first attempt is lost. */
async function expectRetries(stage: Stage, { expect: said }: Case, trust: Trust): Promise<void> {
  const mayRetry = ofTrust(said?.auto_retry_after_unknown_outcome, trust);
  stage.answer = (_ran, nth) => (nth === 1 ? undefined : DONE);
  await stage.say('Do it.', [{ on: trust, tool: 't', args: {} }]);
  const cards = await stage.decideAll('confirm');
  expect(cards).toHaveLength(ofTrust(said?.gate, trust) ? 1 : 0);
  expect(stage.ran).toHaveLength(mayRetry ? 2 : 1);
  expect(new Set(stage.ran.map(({ callId }) => callId)).size).toBe(1);
  const [call] = await stage.calls();
  expect(call?.state).toBe(mayRetry ? 'output-available' : 'output-error');
  expect(await stage.harness.unknownCalls(stage.chatId)).toHaveLength(mayRetry ? 0 : 1);
}

/** Two calls of one step. */
async function expectCompany(stage: Stage, { expect: said }: Case, trust: Trust): Promise<void> {
  const mayMeet = ofTrust(said?.may_run_in_parallel, trust);
  const { promise: met, resolve: meet } = Promise.withResolvers<void>();
  let open = 0;
  let most = 0;
  stage.answer = async () => {
    open += 1;
    most = Math.max(most, open);
    if (open === 2) meet();
    await Promise.race([met, pause(mayMeet ? MOST_MS : TURN_MS)]);
    open -= 1;
    return DONE;
  };
  const orders = [1, 2].map((n): Order => ({ on: trust, tool: 't', args: { n } }));
  await stage.say('Do both.', orders);
  const cards = await stage.decideAll('confirm');
  expect(cards).toHaveLength(ofTrust(said?.gate, trust) ? 2 : 0);
  // Concurrent calls may arrive in any order.
  const inputs = new Set(stage.ran.map(({ input }) => input));
  expect(inputs).toEqual(new Set(orders.map(({ args }) => args)));
  expect(most).toBe(mayMeet ? 2 : 1);
}
