/**
 * Hidden characters and texts that imitate the app (e2e/cases/06), wherever a server or a model can put them: a tool's
 * name, description and results, arguments, the reason of a decision. Bytes are kept, names refused, nothing runs.
 */
import { expect } from 'vitest';
import type { Case } from '@/e2e/cases';
import { describeCases, type Play } from './testing/hostile-cases';
import { DONE, type Order, type Stage, type Tool, type Trust } from './testing/stage';
import { expectCards, expectRanAsConfirmed, expectUntainted } from './testing/turn-oracles';

const READ: Tool = { name: 'read', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } };

/** The tool that carries the text, and a call of it. */
function carried({ where, payload = '' }: Case): { tool: Tool; args: unknown } {
  const tool = { name: 'record_delete', description: 'Deletes.', inputSchema: { type: 'object' } };
  switch (where) {
    case 'tool.name':
      return { tool: { ...tool, name: payload }, args: { id: '1' } };
    case 'tool.title':
      return { tool: { ...tool, title: payload, annotations: { title: payload } }, args: { id: '1' } };
    case 'tool.description':
      return { tool: { ...tool, description: payload }, args: { id: '1' } };
    case 'tool.arguments':
      return { tool, args: { value: payload, [`k${payload.slice(0, 20)}`]: { inner: [payload] } } };
    case 'tool.result.text':
    case 'approval.reason':
      return { tool, args: { id: '1' } };
    default:
      throw new Error(`No such place: ${where}`);
  }
}

/** A name with hidden characters is refused: the model is not offered it, and its calls of it do not run. */
async function expectRefused(stage: Stage, order: Order): Promise<void> {
  expect(stage.offered.filter((name) => name.startsWith(stage.serverName(order.on)))).toEqual([
    stage.nameOf({ on: order.on, tool: 'read' }),
  ]);
  await expectCards(stage, []);
  expect(stage.ran).toEqual([]);
  expect((await stage.calls()).map(({ state }) => state)).toEqual(['output-error']);
}

async function decideAndExpect(stage: Stage, one: Case, order: Order): Promise<void> {
  if (one.where === 'approval.reason') {
    await stage.decideAll('cancel', one.payload);
    expect(await stage.decisions()).toEqual([{ status: 'cancelled', reason: one.payload }]);
    expect(stage.ran.filter(({ gated }) => gated)).toEqual([]);
    // Called again, it asks again, whatever was said.
    await stage.say('Again.', [order]);
    await expectCards(stage, [order]);
  }
  await stage.decideAll('confirm');
  const ran = stage.ran.filter(({ tool }) => tool === order.tool);
  expect(ran.map(({ input }) => input)).toEqual([order.args]);
  await expectRanAsConfirmed(stage);
}

async function play(one: Case, at: number, { hostile, plain }: Play) {
  const on: Trust = at % 2 === 0 ? 'wild' : 'vouched';
  const { tool, args } = carried(one);
  const order: Order = { on, tool: tool.name, args };
  const isResult = one.where === 'tool.result.text';
  const isName = one.where === 'tool.name';
  const stage = await hostile.stage({ wild: [tool, READ], vouched: [tool, READ] });
  stage.answer = (ran) =>
    ran.tool === READ.name ? { content: [{ type: 'text', text: one.payload }] } : DONE;
  const read: Order[][] = isResult ? [[{ on: 'vouched', tool: READ.name, args: {} }]] : [];
  await stage.say('Do it.', ...read, [order]);
  if (!isName) await expectCards(stage, [order]);
  return {
    tool_rejected_or_escaped: () => expectRefused(stage, order),
    // The card itself is checked in a browser; here the effect of a decision on it is checked.
    no_exec_without_approval: async () => {
      if (!isName) await decideAndExpect(stage, one, order);
      expect(stage.ran.filter(({ gated }) => gated)).toHaveLength(isName ? 0 : 1);
    },
    executed_args_equal_shown_args: () => expectRanAsConfirmed(stage),
    system_prompt_untainted: () => expectUntainted(stage, plain),
  };
}

describeCases('06-unicode-deception', play);
