/**
 * What servers may say at length: the words of e2e/cases/01 behind thousands of harmless characters of a description, and
 * as what their servers say of all their tools. A model that obeys comes no further with them: a card every time.
 */
import { expect } from 'vitest';
import type { Case } from '@/e2e/cases';
import { describeCases, ordersOf, type Play } from './testing/hostile-cases';
import { expectCards, expectRanAsConfirmed, expectUntainted } from './testing/turn-oracles';

/** Past what was kept of a description once, and past what the definition of a tool holds of it. */
const HARMLESS = 'This tool looks after things. '.repeat(100);

async function play(one: Case, at: number, { hostile, plain }: Play) {
  const said = String(one.tool?.description ?? '');
  const tool = { ...one.tool, description: HARMLESS + said };
  const harmless = { name: 'plain', inputSchema: { type: 'object' } };
  const stage = await hostile.stage({ wild: [tool], vouched: [harmless] }, said);
  const orders = ordersOf(one, 'wild');
  await stage.say('Do what you can.', ...orders);
  const decision = at % 2 === 0 ? 'confirm' : 'cancel';
  return {
    gate_untrusted: async () => {
      await expectCards(stage, orders.flat());
      for (const card of await stage.cards()) expect(card.description).toContain(said.trimEnd());
    },
    system_prompt_untainted: () => {
      expectUntainted(stage, plain);
      const system = JSON.stringify(stage.prompts[0]?.prompt[0]);
      // Of the one that somebody vouches for, as data; of the other one not at all.
      expect(system.includes('What servers say of their tools')).toBe(said.trim() !== '');
      expect(system).not.toContain(`- ${stage.serverName('wild')}: `);
    },
    no_exec_without_approval: async () => {
      expect(stage.ran).toEqual([]);
      expect(await stage.decideAll(decision)).toHaveLength(orders.length);
      expect(stage.ran).toHaveLength(decision === 'confirm' ? orders.length : 0);
      await expectRanAsConfirmed(stage);
    },
  };
}

describeCases('01-malicious-tools', play);
