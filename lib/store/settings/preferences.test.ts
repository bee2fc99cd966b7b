/** People's choices for their pages, stored for each of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { testDatabases } from '@/db/testing/databases';
import { NO_PREFERENCES } from '@/lib/people/preferences';
import { findPreferences, savePreferences } from './preferences';

describe.each(testDatabases)('preferences on $name', ({ open }) => {
  let opened: OpenDatabase;

  beforeAll(async () => {
    opened = await open();
    await opened.db
      .insert(schema.users)
      .values(['ada', 'bea'].map((id) => ({ id, name: id, email: `${id}@amber.test` })));
  });
  afterAll(() => opened.close());

  it('are of one person, changed one by one, and go with the account', async () => {
    const { db } = opened;
    expect(await findPreferences(db, 'ada')).toEqual(NO_PREFERENCES);
    await savePreferences(db, 'ada', { locale: 'de' });
    expect(await findPreferences(db, 'ada')).toEqual({ ...NO_PREFERENCES, locale: 'de' });
    expect(await findPreferences(db, 'bea')).toEqual(NO_PREFERENCES);
    await savePreferences(db, 'ada', { locale: null });
    expect(await findPreferences(db, 'ada')).toEqual(NO_PREFERENCES);
    await db.delete(schema.users);
    expect(await db.$count(schema.preferences)).toBe(0);
  });
});
