/** Lists beside other fields, the usual shape of an answer, as people see them. */
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
  message: `Change ${at + 1}`,
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
  test(`ten thousand rows beside other fields are a table that grows, at ${screen.viewport.width} px`, async ({
    browser,
  }) => {
    const chat = await ChatPage.open(browser, member, '/', screen);
    await chat.ask('eye git_log');
    const call = chat.calls('git_log');
    await call.getByRole('button', { name: /arguments and result/ }).click();
    await expect(call.getByRole('row')).toHaveCount(11);
    await expect(call.getByText('10 of 10,000 rows')).toBeVisible();
    expect(await findings(chat.page)).toEqual([]);
    for (const rows of [200, 400]) {
      await call.getByRole('button', { name: 'Show 200 more rows' }).click();
      await expect(call.getByRole('row')).toHaveCount(rows + 1);
    }
    await chat.page.close();
  });
}
