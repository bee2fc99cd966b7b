/** A rule tried on a record of many pages: what is counted and listed, of which team, for whom. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import type { Caller } from '@/lib/people/caller';
import { listRecord, type RecordRow } from '@/lib/store/conversation/record';
import { Office } from '@/mcp/testing/office';
import { play } from './play';
import { recordedCall } from './record';
import { replay } from './replay';
import type { TriedRule } from './replay-view';
import { suggestions } from './suggestions';
import { fillRecord } from './testing/record';

const CALLS = 1_300;
const RULE: TriedRule = {
  server: 's',
  tool: 'drop',
  effect: 'allow',
  locked: false,
  critical: false,
  openForHours: null,
};

describe.each(testDatabases)('a rule is tried on $name', ({ open }) => {
  let opened: OpenDatabase;
  let office: Office;
  let admin: Caller;
  let rows: RecordRow[];

  beforeAll(async () => {
    opened = await open();
    office = await Office.open(opened.db);
    const other = await Office.open(opened.db);
    const { teamId } = office;
    admin = { userId: office.adminId, userName: 'Ada', teamId, teamName: 'A & F', role: 'admin' };
    await fillRecord(opened.db, admin, { calls: CALLS, chats: 20, name: 'a' });
    await fillRecord(
      opened.db,
      { teamId: other.teamId, userId: other.adminId },
      { calls: 100, chats: 5, name: 'b' },
    );
    await opened.db.execute(
      sql`update calls set created_at = now() - interval '100 days' where id = 'a-call-0'`,
    );
    const all = { server: null, tool: null, before: null, most: 10_000, inputLength: null };
    rows = await listRecord(opened.db, { ...all, teamId, days: 90 });
  });
  afterAll(() => opened.close());

  const rulesOf = (rule: TriedRule) => [{ ...rule, own: false }];

  it('reads every call of the team’s last days once, and no other team’s', () => {
    expect(rows).toHaveLength(CALLS - 1);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(CALLS - 1);
    expect(rows.every(({ id }) => id.startsWith('a-'))).toBe(true);
  });

  it.each<[string, Partial<TriedRule>]>([
    ['lets a tool run', {}],
    ['refuses a tool', { effect: 'deny' }],
    ['asks two admins about every tool of a server', { tool: null, effect: 'two_admins' }],
    ['locks', { effect: null, locked: true }],
    ['says nothing', { effect: null }],
  ])('a rule that %s counts what the policy says of each call, one by one', async (_what, part) => {
    const rule = { ...RULE, ...part };
    const found = await replay(opened.db, admin, rule);
    const ofRule = rows.filter(({ tool }) => rule.tool === null || tool === rule.tool);
    const played = ofRule.map((row) => ({ row, ...play(recordedCall(row), [], rulesOf(rule)) }));
    const count = (change: string | null) => played.filter((one) => one.change === change).length;
    expect(found).toMatchObject({
      calls: ofRule.length,
      more: count('more'),
      less: count('less'),
      refused: count('refused'),
      stricter: count('stricter'),
      softer: count('softer'),
      freed: count('freed'),
      unjudged: count(null),
      isCut: false,
    });
    const cancelled = played.filter(({ row, effect }) => row.decided === 'cancelled' && effect === 'allow');
    const confirmed = played.filter(({ row, effect }) => row.decided === 'confirmed' && effect === 'deny');
    expect(found.cancelledButRun.count).toBe(cancelled.length);
    expect(found.cancelledButRun.listed.map(({ id }) => id)).toEqual(
      cancelled.slice(0, 50).map(({ row }) => row.id),
    );
    expect(found.confirmedButRefused.count).toBe(confirmed.length);
  });

  it('of a rule that holds already the change is told against what stood in its place before', async () => {
    const deny: TriedRule = { ...RULE, effect: 'deny' };
    const tried = await replay(opened.db, admin, deny);
    expect(tried.refused).toBeGreaterThan(10);
    const { teamId, userId } = admin;
    await opened.db.execute(sql`
      insert into policy_rules (id, team_id, server, tool, effect, set_by)
      values ('held', ${teamId}, 's', 'drop', 'deny', ${userId})`);
    const nothing = { effect: null, locked: false, critical: false };
    const { since: _before, ...was } = tried;
    const { since: _after, ...is } = await replay(opened.db, admin, deny, { before: nothing });
    expect(is).toEqual(was);
    expect((await replay(opened.db, admin, deny)).refused).toBe(0);
    await opened.db.execute(sql`delete from policy_rules where team_id = ${teamId}`);
  });

  it('lists what was cancelled and would have run; in chats with words from outside it would have asked', async () => {
    const { cancelledButRun, less } = await replay(opened.db, admin, RULE);
    expect(cancelledButRun.count).toBeGreaterThan(10);
    expect(cancelledButRun.listed[0]).toMatchObject({ tool: 'drop', title: 'Drop', server: 's' });
    const asked = rows.filter(({ rule }) => rule !== null);
    const tainted = asked.filter((row) => recordedCall(row).tainted);
    expect(tainted.length).toBeGreaterThan(5);
    expect(less).toBe(asked.length - tainted.length);
  });

  it('what an admin cleared before counts no more, and what was before that cannot be told', async () => {
    const [cleared] = await replayCleared(sql`now() - interval '1 day'`);
    expect(cleared?.unjudged).toBeGreaterThan(0);
    const [long] = await replayCleared(sql`now() - interval '89 days'`);
    expect(long?.unjudged).toBe(0);
    await opened.db.execute(sql`update chats set cleared_at = null where team_id = ${admin.teamId}`);
  });
  async function replayCleared(at: ReturnType<typeof sql>) {
    await opened.db.execute(sql`update chats set cleared_at = ${at} where team_id = ${admin.teamId}`);
    return [await replay(opened.db, admin, RULE)];
  }

  it('knows which calls take others back: what is said of those counts for them', async () => {
    await opened.db.execute(sql`update runs set undoes = 'a-call-700' where id = 'a-run-1'`);
    const page = { server: 's', tool: 'drop', before: null, most: 2_000, inputLength: null };
    const found = await listRecord(opened.db, { ...page, teamId: admin.teamId, days: 90 });
    const undoing = found.filter(({ takesBack }) => takesBack.length > 0);
    await opened.db.execute(sql`update runs set undoes = null where id = 'a-run-1'`);
    // A rule for another tool may apply to the undoing of its calls: such calls are read for every tool.
    expect(undoing).toHaveLength(65);
    const { tool } = rows.find(({ id }) => id === 'a-call-700') ?? {};
    expect(undoing.every(({ takesBack }) => takesBack[0]?.tool === tool)).toBe(true);
  });

  it('suggests nothing that covers what somebody has cancelled, and what is left once nobody has', async () => {
    expect((await suggestions(opened.db, admin)).suggestions).toEqual([]);
    await expect(suggestions(opened.db, { ...admin, role: 'member' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    const isCancelled = sql`team_id = ${admin.teamId} and status = 'cancelled'`;
    await opened.db.execute(
      sql`update approvals set tool_call_id = tool_call_id || '-x' where ${isCancelled}`,
    );
    const found = await suggestions(opened.db, admin);
    await opened.db.execute(
      sql`update approvals set tool_call_id = replace(tool_call_id, '-x', '') where ${isCancelled}`,
    );
    expect(found.suggestions).toMatchObject([{ server: 's', tool: 'drop', meanSeconds: 4 }]);
    expect(found.suggestions[0]?.bounds).toContainEqual({
      argument: 'reason',
      is: 'equal',
      value: 'duplicate',
    });
  });

  it('secrets in the arguments of what is listed are masked', async () => {
    const input = JSON.stringify({ password: 'hunter2', note: 'x'.repeat(1_000) });
    await opened.db.execute(
      sql`update calls set input = ${input} where team_id = ${admin.teamId} and tool = 'drop'`,
    );
    const text = JSON.stringify((await replay(opened.db, admin, RULE)).cancelledButRun.listed);
    expect(text).not.toContain('hunter2');
    expect(text).not.toContain('x'.repeat(400));
    expect(text).toContain('[secret]');
  });

  it('is for admins, by the database, one at a time of a team, and no longer than it may take', async () => {
    const { id } = await office.addMember('member');
    await expect(replay(opened.db, { ...admin, userId: id }, RULE)).rejects.toMatchObject({
      code: 'forbidden',
    });
    const both = await Promise.allSettled([replay(opened.db, admin, RULE), replay(opened.db, admin, RULE)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const cut = await replay(opened.db, admin, { ...RULE, tool: null }, { withinMs: -1 });
    expect(cut).toMatchObject({ isCut: true, calls: 1_000 });
    expect(Date.parse(cut.since)).toBeGreaterThan(Date.now() - 80 * 86_400_000);
    const given = new AbortController();
    given.abort();
    await expect(replay(opened.db, admin, RULE, { signal: given.signal })).rejects.toThrow();
    expect((await replay(opened.db, admin, RULE)).isCut).toBe(false);
  });
});
