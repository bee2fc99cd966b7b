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

/** About as long as a stored text may be. */
const COMMITS = Array.from({ length: 10_000 }, (_, at) => ({
  hash: `a1b2c3d4${String(at).padStart(4, '0')}`,
  message: at === 4 ? '=HYPERLINK("https://c00m.canary.test")formula' : `Change ${at + 1}`,
  parents: ['ffeeddcc'],
}));

const SPENDING = ['Travel', '<img src=x onerror=window.__pwned=1>', '\u202eRent'].map((category, at) => ({
  category,
  amount: `${at + 1}200.50`,
  currency: 'EUR',
  customerId: `cus_00${at}`,
}));

/** A server's description of its own fields: shown unchanged. */
const COSTS_SCHEMA = {
  type: 'object',
  properties: {
    data: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          category: { type: 'string', title: 'Kind of cost', description: 'As the books have it' },
          amount: { type: 'string', title: '<b onclick=alert(1)>Spent</b>' },
          customerId: { type: 'string', title: 'For whom' },
        },
      },
    },
  },
};

let app: App;
let model: ScriptedModel;
let git: RecordingMcp;
let member: Session;

test.beforeAll(async () => {
  const answer = { success: true, branch: 'main', commits: COMMITS, totalCount: COMMITS.length };
  git = await RecordingMcp.start([
    { name: 'git_log', annotations: READS, run: () => ({ text: JSON.stringify(answer) }) },
    { name: 'spending', annotations: READS, run: () => ({ structured: { data: SPENDING }, text: '' }) },
    {
      name: 'costs_list',
      annotations: READS,
      outputSchema: COSTS_SCHEMA,
      run: () => ({ structured: { data: SPENDING }, text: '' }),
    },
    {
      name: 'customer_get',
      title: 'Customer <img src=x onerror=window.__pwned=1>',
      annotations: READS,
      inputSchema: { properties: { customerId: { type: 'string' } }, required: ['customerId'] },
      run: ({ customerId }) => ({ structured: { name: `Customer ${customerId}`, city: 'Oslo' }, text: '' }),
    },
    {
      name: 'customer_drop',
      annotations: {},
      inputSchema: { properties: { customerId: { type: 'string' } } },
    },
  ]);
  model = await ScriptedModel.start();
  model.script('eye git_log', [{ calls: [{ tool: 'eye__git_log', input: {} }] }, { text: 'Seen.' }]);
  model.script('eye costs', [{ calls: [{ tool: 'eye__costs_list', input: {} }] }, { text: 'Seen.' }]);
  const chart = { call: 'eye__spending', kind: 'bar', title: '<b>Spending</b>' };
  model.script('eye spending', [
    { calls: [{ tool: 'eye__spending', input: {} }] },
    { calls: [{ tool: 'show_chart', input: chart }] },
    { calls: [{ tool: 'show_table', input: { call: 'eye__spending', columns: ['category', 'amount'] } }] },
    { text: 'There it is.' },
  ]);
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
    await call.getByRole('button', { name: 'Show 10,000 rows' }).click();
    await expect(call.getByText('10,000 of 10,000 rows')).toBeVisible();
    expect(await call.getByRole('row').count()).toBeLessThan(200);
    const place = call.getByRole('group', { name: 'Table' });
    await place.evaluate((box) => box.scrollTo({ top: box.scrollHeight }));
    await expect(call.getByText('Change 10000', { exact: true })).toBeVisible();
    await call.getByRole('searchbox', { name: 'Find rows' }).fill('change 9999');
    await expect(call.getByText('2 of 10,000 rows found')).toBeVisible();
    expect(await findings(chat.page)).toEqual([]);
    await call.getByRole('button', { name: 'Raw JSON' }).click();
    await expect(call.getByRole('group', { name: 'Raw JSON' })).toContainText('"arguments": {}');
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
  expect(file.suggestedFilename()).toMatch(/^commits-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(readFileSync(await file.path(), 'utf8')).toContain(
    `"'=HYPERLINK(""https://c00m.canary.test"")formula"`,
  );
  await chat.page.close();
});

for (const screen of SCREENS) {
  test(`a chart and a table that the model asks for are drawn from the stored result, at ${screen.viewport.width} px`, async ({
    browser,
  }) => {
    const chat = await ChatPage.open(browser, member, '/', screen);
    const elsewhere: string[] = [];
    chat.page.on('request', (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(member.url))
        elsewhere.push(request.url());
    });
    chat.page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) elsewhere.push(message.text());
    });
    await chat.ask('eye spending, as a chart');
    const chart = chat.conversation.getByTestId('chart');
    await expect(chart).toHaveAttribute('data-kind', 'bar');
    await expect(chart.locator('.recharts-bar-rectangle')).toHaveCount(3);
    await expect(chart.getByRole('table')).toContainText('2,200.50 EUR');
    await expect(chart).toContainText('<b>Spending</b>');
    await expect(chat.calls('show_table').getByRole('columnheader')).toHaveText(['Category', 'Amount']);
    expect(await findings(chat.page)).toEqual([]);
    await chart.getByRole('button', { name: 'Shares' }).click();
    await expect(chart.locator('.recharts-pie-sector')).toHaveCount(3);
    const [file] = await Promise.all([
      chat.page.waitForEvent('download'),
      chart.getByRole('button', { name: 'PNG' }).click(),
    ]);
    expect(
      readFileSync(await file.path())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    await chart.getByRole('button', { name: 'Figures' }).click();
    expect(await findings(chat.page)).toEqual([]);
    expect(await chat.page.evaluate(() => Object(window).__pwned)).toBeUndefined();
    expect(elsewhere).toEqual([]);
    // No figure has passed through the model.
    const asked = JSON.stringify(model.requestsFor('eye spending').at(-1));
    expect(asked).not.toContain('2200.50');
    await chat.page.close();
  });
}

for (const screen of SCREENS) {
  test(`columns are called as the tool says, and an id is looked up by a call in the chat, at ${screen.viewport.width} px`, async ({
    browser,
  }) => {
    const chat = await ChatPage.open(browser, member, '/', screen);
    await chat.ask('eye costs');
    const call = chat.calls('costs_list');
    await call.getByRole('button', { name: /arguments and result/ }).click();
    // Below 35 rem the head is hidden, and each cell names its column.
    const cell = call.getByRole('cell', { name: /cus_000/ });
    await expect(cell).toHaveAttribute('data-label', 'For whom');
    await expect(call.locator('[data-label="<b onclick=alert(1)>Spent</b>"]').first()).toBeVisible();
    const before = git.executions.length;
    const asked = model.requestsFor('eye costs').length;
    await cell.getByRole('button', { name: 'Look up cus_000' }).click();
    const item = chat.page.getByRole('menuitem', { name: /Customer/ });
    await expect(item).toHaveCount(1);
    await expect(item).toContainText('<img src=x onerror=window.__pwned=1>');
    expect(await findings(chat.page)).toEqual([]);
    await item.click();
    const found = chat.calls('customer_get');
    // Its row is open.
    await expect(found.getByRole('button', { name: /arguments and result/ })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
    await expect(found.getByTestId('record')).toContainText('Customer cus_000');
    expect(git.executions.slice(before)).toMatchObject([
      { tool: 'customer_get', input: { customerId: 'cus_000' } },
    ]);
    // No model was asked for it.
    expect(model.requestsFor('eye costs')).toHaveLength(asked);
    expect(await chat.page.evaluate(() => Object(window).__pwned)).toBeUndefined();
    await chat.close();
  });
}
