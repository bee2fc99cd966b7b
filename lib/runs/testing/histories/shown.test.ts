/**
 * What the code shows of 2,000 generated histories is what it showed before a call was stored once. Their rows are those of
 * that version: each batch is loaded into a database that stands where that one stood, and migrated from there.
 * `HISTORIES=2000` compares all of them; without it the first hundred.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { migrate } from '@/db/migrate';
import { MIGRATIONS } from '@/db/testing/databases';
import { openFromTemplate } from '@/db/testing/embedded-template';
import { BATCH, batches, readBatch } from './fixture';
import { asBefore } from './mended';
import { engineOf, loadRows } from './rows';
import { inboxOfToday, shownByToday } from './shown-by-today';

const compared = batches().slice(0, Math.ceil(Number(process.env.HISTORIES ?? 100) / BATCH));

describe('what is shown of histories of before', () => {
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  /** The first so many migrations, as they stood then. */
  function firstMigrations(count: number): string {
    const folder = mkdtempSync(join(tmpdir(), 'amber-migrations-'));
    folders.push(folder);
    cpSync(MIGRATIONS, folder, { recursive: true });
    const journal = join(folder, 'meta/_journal.json');
    const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] };
    writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, count) }));
    for (const { tag } of entries.slice(count)) rmSync(join(folder, `${tag}.sql`));
    return folder;
  }

  it.each(compared)('batch %i', async (nth) => {
    const { migrations, rows, histories } = readBatch(nth);
    const opened = await openFromTemplate(firstMigrations(migrations));
    try {
      await loadRows(engineOf(opened), rows);
      await migrate(opened.db, MIGRATIONS);
      const inboxes: Record<string, unknown[]> = {};
      for (const chatId of await oneOfEachTeam(opened)) {
        Object.assign(inboxes, await inboxOfToday(opened.db, chatId));
      }
      for (const { seed, chatId, shown } of histories) {
        const now = { ...(await shownByToday(opened.db, chatId)), inbox: inboxes[chatId] ?? [] };
        expect(asBefore(now, shown), `history ${seed}`).toEqual(shown);
      }
      expect(histories).toHaveLength(BATCH);
    } finally {
      await opened.close();
    }
  });
});

async function oneOfEachTeam(opened: Parameters<typeof engineOf>[0]): Promise<string[]> {
  const { rows } = await engineOf(opened).query<{ id: string }>(
    'select min(id) as id from chats group by team_id',
  );
  return rows.map(({ id }) => id);
}
