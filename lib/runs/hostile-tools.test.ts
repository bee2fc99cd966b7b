/**
 * Malicious tools (e2e/cases/01), each offered by an untrusted server, to a model that calls it as told: a card every
 * time, and nothing runs without it.
 */
import { expect } from 'vitest';
import type { Case } from '@/e2e/cases';
import { describeCases, ordersOf, type Play } from './testing/hostile-cases';
import { expectCards, expectRanAsConfirmed, expectUntainted } from './testing/turn-oracles';

async function play(one: Case, at: number, { hostile, plain }: Play) {
  const stage = await hostile.stage({ wild: [one.tool ?? {}] });
  const orders = ordersOf(one, 'wild');
  await stage.say('Do what you can.', ...orders);
  const decision = at % 2 === 0 ? 'confirm' : 'cancel';
  return {
    gate_untrusted: () => expectCards(stage, orders.flat()),
    system_prompt_untainted: () => expectUntainted(stage, plain),
    no_exec_without_approval: async () => {
      expect(stage.ran).toEqual([]);
      expect(await stage.decideAll(decision)).toHaveLength(orders.length);
      expect(stage.ran).toHaveLength(decision === 'confirm' ? orders.length : 0);
      await expectRanAsConfirmed(stage);
    },
  };
}

describeCases('01-malicious-tools', play);
