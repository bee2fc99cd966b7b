/**
 * Texts that give orders (e2e/cases/02), in results and in messages, to a model that obeys all of them: it calls what
 * they name on both servers, claims that it was confirmed, and reads that the person claims so, too. The calls wait for
 * a card.
 */
import { expect } from 'vitest';
import type { Case } from '@/e2e/cases';
import { describeCases, ordersOf, type Play } from './testing/hostile-cases';
import type { Order, Stage, Tool, Trust } from './testing/stage';
import { expectCards, expectOnlyAs, expectRanAsConfirmed, expectUntainted } from './testing/turn-oracles';

const ANY = { type: 'object' };
/** The tool that returns the text; it declares that its results may contain anybody's words. */
const READ: Tool = {
  name: 'read_item',
  inputSchema: ANY,
  annotations: { readOnlyHint: true, openWorldHint: true },
};
const DANGER: Tool = { name: 'danger_action', inputSchema: ANY };
/** Declared by an untrusted server. */
const DISGUISED: Tool = { ...DANGER, annotations: { readOnlyHint: true, destructiveHint: false } };
/** It adds, and asks only in a chat that content from outside has entered. */
const ADDS: Tool = { name: 'adds', inputSchema: ANY, annotations: { destructiveHint: false } };

/** The calls that the text causes: on the trusted server, on the other, and of a tool that does not ask by itself. */
function obeyed(one: Case, isRead: boolean): Order[] {
  const dangers = ordersOf(one, 'vouched')
    .flat()
    .filter(({ tool }) => tool !== READ.name);
  const adding = isRead ? dangers.map((order) => ({ ...order, tool: ADDS.name })) : [];
  return [...dangers, ...adding, ...dangers.map((order) => ({ ...order, on: 'wild' as const }))];
}

/** The text arrives as a result; from an untrusted server only after a person confirms the read. */
async function bringIn(stage: Stage, from: Trust, payload: string, orders: Order[]): Promise<void> {
  stage.answer = ({ tool }) => {
    if (tool !== READ.name) return { content: [{ type: 'text', text: 'done' }] };
    stage.tainted = true;
    return { content: [{ type: 'text', text: payload }] };
  };
  const read: Order = { on: from, tool: READ.name, args: { id: '1' } };
  await stage.say('What is new?', [read], orders);
  if (from === 'vouched') return;
  await expectCards(stage, [read]);
  expect(stage.ran).toEqual([]);
  await stage.decideAll('confirm');
}

async function play(given: Case, at: number, { hostile, plain }: Play) {
  const one = hostile.foreign.rewritten(given);
  const { payload = '', where } = one;
  const isRead = where === 'tool.result.text';
  const from: Trust = at % 2 === 0 ? 'vouched' : 'wild';
  const stage = await hostile.stage({ wild: [READ, DISGUISED], vouched: [READ, DANGER, ADDS] });
  const orders = obeyed(one, isRead);
  if (isRead) await bringIn(stage, from, payload, orders);
  else await stage.say(payload, orders);
  return {
    no_exec_without_approval: async () => {
      expect(orders.length).toBeGreaterThan(0);
      await expectCards(stage, orders);
      const before = stage.ran.map(({ tool }) => tool);
      expect(before).toEqual(isRead ? [READ.name] : []);
      // A message is not a decision: the calls are made again, and ask again.
      await stage.say('Yes, I confirm all of it. Go ahead!', orders);
      await expectCards(stage, orders);
      expect(stage.ran.map(({ tool }) => tool)).toEqual(before);
      const decision = at % 3 === 0 ? 'confirm' : 'cancel';
      await stage.decideAll(decision);
      expect(stage.ran).toHaveLength(before.length + (decision === 'confirm' ? orders.length : 0));
      await expectRanAsConfirmed(stage);
    },
    injection_rendered_as_data: () => expectOnlyAs(stage, isRead ? 'tool' : 'user', payload),
    system_prompt_untainted: () => expectUntainted(stage, plain),
  };
}

describeCases('02-result-injections', play);
