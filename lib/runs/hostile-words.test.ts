/**
 * Long texts of servers: the words of e2e/cases/01 after thousands of harmless characters of a description, and as the
 * servers' instructions. A model that obeys gains nothing by them: a card every time.
 */
import { expect } from 'vitest';
import type { Case } from '@/e2e/cases';
import { describeCases, ordersOf, type Play } from './testing/hostile-cases';
import { expectCards, expectRanAsConfirmed, expectUntainted } from './testing/turn-oracles';

/** Longer than a description that used to be stored, and than what a tool's definition contains of it. */
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
      // From the trusted server, as data; from the other one not at all.
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
