/** What a person types for a proposal goes to the server: not where a rule or an admin denies it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '@/db/schema/all';
import { oneDatabase } from '@/db/testing/databases';
import { setRule } from '@/lib/approvals/policy-settings';
import { createConnections } from '@/lib/connections/connect';
import { ownServer } from '@/lib/connections/own-server';
import type { Caller } from '@/lib/people/caller';
import { lift, stopAtOnce } from '@/lib/rules/halting';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { complete } from './complete';
import { readMay } from './own-rules';

const NEVER = new AbortController().signal;

describe.each(oneDatabase)('prompts and templates on $name', ({ open }) => {
  let harness: RunHarness;
  let member: Caller;
  let close: () => Promise<unknown>;

  beforeAll(async () => {
    const opened = await open();
    harness = await RunHarness.open(opened);
    member = await harness.person('member');
    close = () => opened.close();
  });
  afterAll(() => close());
  const db = () => harness.deps.db;

  it('are not completed, and nothing that is typed is sent, where a rule or an admin denies the server', async () => {
    const own = ownServer(() => ({ db: db(), webSearch: {}, appUrl: 'http://amber.test' }));
    const pool = createConnections({ own, servers: [] });
    const askable = await pool.connectionsFor(member).askable();
    const asked: string[] = [];
    const servers = askable.map((one) => ({
      ...one,
      ask: (question: Parameters<typeof one.ask>[0]) => {
        asked.push(question.method);
        return one.ask(question);
      },
    }));
    const completing = { server: 'amber', of: { prompt: 'unpaid_invoices' }, field: 'days', value: '3' };
    const typed = async () =>
      complete(servers, { ...completing, others: {} }, await readMay(db(), member), NEVER);
    const stopped = { tool: null, userId: null, server: null, reason: 'Repair.' };
    for (const halt of [
      { ...stopped, kind: 'server' as const, server: 'amber' },
      { ...stopped, kind: 'person' as const, userId: member.userId },
    ]) {
      const { halts } = await stopAtOnce(db(), harness.admin, halt);
      await expect(typed()).rejects.toMatchObject({ code: 'forbidden' });
      await lift(db(), harness.admin, halts[0]?.id ?? '');
    }
    const rule = { server: 'amber', tool: null, own: false, effect: 'deny' as const, locked: true };
    await setRule(db(), harness.admin, { ...rule, critical: false, openForHours: null });
    await expect(typed()).rejects.toMatchObject({ code: 'forbidden' });
    expect(asked).toEqual([]);
    await db().delete(schema.policyRules);
    expect(await typed()).toEqual({ values: ['30'] });
    expect(asked).toEqual(['completion/complete']);
    await pool.close();
  });
});
