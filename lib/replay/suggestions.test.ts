/** Suggestions if the record was not read to its end. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { testDatabases } from '@/db/testing/databases';
import type { Caller } from '@/lib/people/caller';
import { Office } from '@/mcp/testing/office';
import { suggestions } from './suggestions';
import { fillRecord } from './testing/record';

describe.each(testDatabases)('suggestions on $name', ({ open }) => {
  let opened: OpenDatabase;
  let admin: Caller;

  beforeAll(async () => {
    opened = await open();
    const office = await Office.open(opened.db);
    const { teamId } = office;
    admin = { userId: office.adminId, userName: 'Ada', teamId, teamName: 'A & F', role: 'admin' };
    await fillRecord(opened.db, admin, { calls: 1_300, chats: 20, name: 'h' });
  });
  afterAll(() => opened.close());

  it('where time is up nothing is suggested: a call that somebody cancelled may be older', async () => {
    const whole = await suggestions(opened.db, admin);
    expect(whole).toMatchObject({ isCut: false, suggestions: [] });
    // The cancelled ones are older than the first page.
    await opened.db.execute(
      sql`update calls set created_at = now() - interval '85 days'
        where id like 'h-call-%' and substring(tool_call_id from '[0-9]+$')::int % 100 >= 90`,
    );
    const cut = await suggestions(opened.db, admin, { withinMs: -1 });
    expect(cut).toMatchObject({ isCut: true, suggestions: [] });
    await opened.db.execute(
      sql`delete from calls where id like 'h-call-%' and substring(tool_call_id from '[0-9]+$')::int % 100 >= 90`,
    );
    const clean = await suggestions(opened.db, admin);
    expect(clean).toMatchObject({ isCut: false, suggestions: [{ tool: 'drop' }] });
    expect(await suggestions(opened.db, admin, { withinMs: -1 })).toMatchObject({
      isCut: true,
      suggestions: [],
    });
  });
});
