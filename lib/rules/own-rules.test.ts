/** People's own rules: they weaken nothing of the team's, and apply to their own cards. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import type { Caller } from '@/lib/people/caller';
import { CrashHarness, call } from '@/lib/runs/testing/crash-harness';
import type { RunHarness } from '@/lib/runs/testing/run-harness';

const { policyRules } = schema;

describe.each(testDatabases)('own rules on $name', ({ open }) => {
  let crash: CrashHarness;
  let member: Caller;

  beforeAll(async () => {
    crash = await CrashHarness.open(await open());
    member = await crash.harness.person('member');
  });
  afterAll(() => crash.close());
  beforeEach(async () => {
    crash.reset();
    await crash.opened.db.delete(policyRules);
  });

  const rule: RunHarness['rule'] = (...said) => crash.harness.rule(...said);

  it('has room for what admins decide, whatever others set for themselves', async () => {
    const { db, harness } = { db: crash.opened.db, harness: crash.harness };
    const viewer = await harness.person('viewer');
    const own = (tool: string) => rule(tool, { effect: 'deny', own: true }, viewer);
    for (let nth = 0; nth < 50; nth++) await own(`tool ${nth}`);
    await expect(own('one more')).rejects.toMatchObject({ code: 'bad_request' });
    await own('tool 3');
    const teams = Array.from({ length: 499 }, (_, nth) => ({
      id: `rule ${nth}`,
      teamId: viewer.teamId,
      server: 'other',
      tool: `tool ${nth}`,
      effect: 'ask' as const,
    }));
    await db.insert(policyRules).values(teams);
    await rule('drop', { effect: 'deny' });
    await expect(rule('add', { effect: 'deny' })).rejects.toMatchObject({ code: 'bad_request' });
    await rule('add', { effect: 'ask', own: true }, member);
  });

  it('made stricter by the person for himself while his card waits, nothing runs by it', async () => {
    const chatId = await crash.harness.chat(member);
    crash.harness.steps({ calls: [call('drop', 'a')] });
    await crash.harness.say(chatId, 'Drop', member);
    const [card] = await crash.harness.cards(chatId, 'pending');
    await rule('drop', { effect: 'ask_admin', own: true }, member);
    const confirmed = crash.harness.decide(card?.id ?? '', 'confirm', undefined, member);
    await expect(confirmed).rejects.toMatchObject({ code: 'changed' });
    expect(await crash.harness.cards(chatId, 'pending')).toMatchObject([{ requirement: 'ask_admin' }]);
    expect(crash.executed).toEqual([]);
  });
});
