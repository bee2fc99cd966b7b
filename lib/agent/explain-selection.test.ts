/** The tools page's explanation of a sample message matches what a turn is really offered. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '@/db/testing/databases';
import { readPolicy, setRule } from '@/lib/approvals/policy-settings';
import type { Caller } from '@/lib/people/caller';
import { type ManyTools, startManyTools } from '@/lib/runs/testing/many-tools';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { explainSelection } from './explain-selection';

const MESSAGE = 'List the parcels and delete the coupon';

describe.each(testDatabases)('what is said of a sample message on $name', ({ open }) => {
  let many: ManyTools;
  let harness: RunHarness;

  beforeAll(async () => {
    many = await startManyTools();
    harness = await RunHarness.open(await open(), many.servers, {});
  });
  afterAll(async () => {
    await many.close();
    await harness.opened.close();
  });

  async function explain(caller: Caller, message: string) {
    const { tools } = await harness.deps.connectionsFor(caller).list();
    const { rules } = await readPolicy(harness.deps.db, caller);
    return explainSelection({ tools, role: caller.role, rules, message, offers: harness.deps.offers });
  }

  async function offered(caller: Caller, message: string): Promise<string[]> {
    harness.prompts.length = 0;
    harness.steps();
    await harness.say(await harness.chat(caller), message, caller);
    return (harness.prompts[0]?.tools ?? []).map(({ name }) => name);
  }

  it.each(['viewer', 'member', 'admin'] as const)('is what a %s is offered, in that order', async (role) => {
    const caller = await harness.person(role);
    const { tools } = await harness.deps.connectionsFor(caller).list();
    const modelNames = new Map(tools.map((tool) => [`${tool.server} ${tool.name}`, tool.modelName]));
    const { offered: said, isChosen } = await explain(caller, MESSAGE);
    expect(isChosen).toBe(true);
    const names = said.map(({ server, name }) => modelNames.get(`${server} ${name}`) ?? name);
    expect(names).toEqual(await offered(caller, MESSAGE));
  });

  it('says of each why, and what its score is made of', async () => {
    const { offered: said } = await explain(harness.admin, MESSAGE);
    expect(said[0]).toMatchObject({ name: 'search_tools', reason: 'always' });
    const matches = said.filter(({ reason }) => reason === 'matches');
    expect(matches.map(({ name }) => name)).toContain('coupon_delete');
    for (const { score, parts } of matches) {
      const sum = Object.values(parts ?? {}).reduce((all, part) => all + part, 0);
      expect(sum).toBeCloseTo(score ?? Number.NaN, 3);
    }
  });

  it('says of what is left out by which rule: the role, the team\u2019s policy, or that nobody asked for it', async () => {
    const viewer = await harness.person('viewer');
    const ofViewer = await explain(viewer, MESSAGE);
    expect(new Set(ofViewer.leftOut.map(({ rule }) => rule))).toEqual(new Set(['viewer']));
    const place = { server: 'shop', tool: 'parcel_list' };
    const nothing = { locked: false, critical: false, openForHours: null };
    await setRule(harness.deps.db, harness.admin, { ...place, own: false, effect: 'deny', ...nothing });
    const { leftOut, offered: said } = await explain(harness.admin, 'Show me the parcels');
    const ruleOf = (name: string) => leftOut.find((one) => one.name === name)?.rule;
    expect(ruleOf('parcel_list')).toBe('override');
    expect(ruleOf('parcel_delete')).toBe('excludeDestructive');
    expect(said.map(({ name }) => name)).not.toContain('parcel_list');
    expect(leftOut.every(({ reason }) => reason.length > 0)).toBe(true);
  });

  it('says that all are offered where they are few', async () => {
    const { tools } = await harness.deps.connectionsFor(harness.admin).list();
    const few = await explainSelection({ tools: tools.slice(0, 5), role: 'admin', rules: [], message: 'x' });
    expect(few).toMatchObject({ isChosen: false, permitted: 5 });
    expect(few.offered.map(({ reason }) => reason)).toEqual(Array(5).fill('few'));
  });
});
