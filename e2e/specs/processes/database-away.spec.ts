/**
 * The database is stopped and started while people work: nothing is lost, nothing is done twice, and an open page
 * continues without a reload. `AMBER_TEST_TURNS` sets the number of turns; 200 is the long form.
 */
import { expect, test } from '@playwright/test';
import { startPostgres } from '../../../db/testing/throwaway-postgres';
import { ChatPage } from '../../chat-page';
import { runWithoutDatabase } from '../../crash/run-database';

const TURNS = Number(process.env.AMBER_TEST_TURNS ?? 12);

test('turns go on while PostgreSQL is restarted every few seconds, and the page with them', async ({
  browser,
}) => {
  test.setTimeout(120_000 + TURNS * 10_000);
  const database = await startPostgres();
  const report = await runWithoutDatabase({
    database,
    turns: TURNS,
    async begin(app, model) {
      const page = await ChatPage.open(browser, await app.signIn('admin'));
      const words = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ');
      model.script('a long answer', [{ text: words, pauseMs: 150 }]);
      await page.send('a long answer');
      await expect(page.conversation).toContainText('word1');
      return async () => {
        await expect(page.conversation).toContainText(words, { timeout: 120_000 });
        await page.close();
      };
    },
  });
  await database.stop();
  expect(report.faults).toEqual([]);
  expect(report).toMatchObject({
    doubled: { look: 0, put: 0, append: 0, destroy: 0 },
    lostDecisions: 0,
    stuck: 0,
  });
  expect(report.kills).toBeGreaterThan(1);
  console.log(
    `${TURNS} turns, ${report.kills} restarts: failed and shown ${report.failed}, unknown and shown ${report.unknown}, sent again ${report.repeated}, at most ${report.mostSends} times`,
  );
});
