/**
 * What the code shows of 2,000 generated histories is what it showed before a call was stored once. Their rows are those of
 * that version (20 migrations): each batch is loaded into a database that stands where that one stood, and migrated from there.
 * `HISTORIES=2000` compares all of them; without it the first hundred. What was compared is in `shown-by-today.ts`.
 *
 * Of the 2,000 (`node scripts/play-histories.mjs kinds` counts them all): cards confirmed 942, cancelled 530, expired 189,
 * superseded 515, still open 110, by another person 369, by two 54; calls held behind a card 125; arguments edited 249;
 * allowed ahead 86; unclear calls open 131, found to have happened 190, run again 89, left 215; calls failed 354, denied 530;
 * media 172; forms answered 112, declined 52, closed 56, refused 66; answers stopped 380, failed 214, one call stopped 51;
 * processes that died 248, runs still dead 116; messages queued 184, still waiting 52; plan mode 82, yolo 60; other clients 126.
 */
import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { migrate } from '@/db/migrate';
import { migrationsBefore } from '@/db/testing/before';
import { MIGRATIONS } from '@/db/testing/databases';
import { openFromTemplate } from '@/db/testing/embedded-template';
import { BATCH, batches, readBatch } from './fixture';
import { asBefore } from './mended';
import { engineOf, loadRows } from './rows';
import { inboxOfToday, shownByToday } from './shown-by-today';

const compared = batches().slice(0, Math.ceil(Number(process.env.HISTORIES ?? 100) / BATCH));

describe('what is shown of histories of before', () => {
  it.each(compared)('batch %i', async (nth) => {
    const { migrations, rows, histories } = readBatch(nth);
    const folder = migrationsBefore(migrations);
    const opened = await openFromTemplate(folder);
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
      rmSync(folder, { recursive: true });
    }
  });
});

async function oneOfEachTeam(opened: Parameters<typeof engineOf>[0]): Promise<string[]> {
  const { rows } = await engineOf(opened).query<{ id: string }>(
    'select min(id) as id from chats group by team_id',
  );
  return rows.map(({ id }) => id);
}
