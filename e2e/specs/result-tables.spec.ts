/** Lists beside other fields, the usual shape of an answer, as people see them. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { App } from '../app';
import { findings, SCREENS } from '../axe';
import { ChatPage } from '../chat-page';
import { READS } from '../servers/hints';
import { RecordingMcp } from '../servers/recording-mcp';
import { ScriptedModel } from '../servers/scripted-model';
import type { Session } from '../session';

/** As much as is kept of a text. */
const COMMITS = Array.from({ length: 10_000 }, (_, at) => ({
  hash: `a1b2c3d4${String(at).padStart(4, '0')}`,
  message: at === 4 ? '=HYPERLINK("https://c00m.canary.test")formula' : `Change ${at + 1}`,
  parents: ['ffeeddcc'],
}));

let app: App;
let model: ScriptedModel;
let git: RecordingMcp;
let member: Session;

test.beforeAll(async () => {
  const answer = { success: true, branch: 'main', commits: COMMITS, totalCount: COMMITS.length };
  git = await RecordingMcp.start([
    { name: 'git_log', annotations: READS, run: () => ({ text: JSON.stringify(answer) }) },
  ]);
  model = await ScriptedModel.start();
  model.script('eye git_log', [{ calls: [{ tool: 'eye__git_log', input: {} }] }, { text: 'Seen.' }]);
  app = await App.start({ modelUrl: model.url, servers: { eye: { url: git.url, trusted: true } } });
  member = await app.signIn('member');
});

test.afterAll(async () => {
  await app?.stop();
  await model?.close();
  await git?.close();
});

for (const screen of SCREENS) {
  test(`ten thousand rows beside other fields are a table of which those in sight are drawn, at ${screen.viewport.width} px`, async ({
    browser,
  }) => {
    const chat = await ChatPage.open(browser, member, '/', screen);
    await chat.ask('eye git_log');
    const call = chat.calls('git_log');
    await call.getByRole('button', { name: /arguments and result/ }).click();
    await expect(call.getByRole('row')).toHaveCount(11);
    await expect(call.getByText('10 of 10,000 rows')).toBeVisible();
    expect(await findings(chat.page)).toEqual([]);
    await call.getByRole('button', { name: 'Show all 10,000 rows' }).click();
    await expect(call.getByText('10,000 of 10,000 rows')).toBeVisible();
    expect(await call.getByRole('row').count()).toBeLessThan(200);
    const place = call.getByRole('group', { name: 'Table' });
    await place.evaluate((box) => box.scrollTo({ top: box.scrollHeight }));
    await expect(call.getByText('Change 10000', { exact: true })).toBeVisible();
    await call.getByRole('searchbox', { name: 'Find rows' }).fill('change 9999');
    await expect(call.getByText('2 of 10,000 rows found')).toBeVisible();
    expect(await findings(chat.page)).toEqual([]);
    await call.getByRole('button', { name: 'Raw JSON' }).click();
    await expect(call.getByRole('group', { name: 'Raw JSON' })).toContainText('"totalCount": 10000');
    await chat.page.close();
  });
}

test('a file for spreadsheets holds the rows that were found, and no formula', async ({ browser }) => {
  const chat = await ChatPage.open(browser, member);
  await chat.ask('eye git_log');
  const call = chat.calls('git_log');
  await call.getByRole('button', { name: /arguments and result/ }).click();
  await call.getByRole('searchbox', { name: 'Find rows' }).fill('formula');
  await expect(call.getByText('1 of 10,000 rows found')).toBeVisible();
  const [file] = await Promise.all([
    chat.page.waitForEvent('download'),
    call.getByRole('button', { name: 'CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('commits.csv');
  expect(readFileSync(await file.path(), 'utf8')).toContain(
    `"'=HYPERLINK(""https://c00m.canary.test"")formula"`,
  );
  await chat.page.close();
});
