/**
 * The first person signs up and is guided: a model with its key, something to work with, the card's tour, a first
 * question.
 */
import { expect, type Page, test } from '@playwright/test';
import { App } from '../app';
import { findings, SCREENS } from '../axe';
import { ScriptedModel } from '../servers/scripted-model';

const KEY = 'sk-nobody-reads-this-0815';
let app: App;
let model: ScriptedModel;

test.beforeAll(async () => {
  model = await ScriptedModel.start();
  model.script('', [{ text: 'Nobody owes you anything.' }]);
  app = await App.start({ env: { AMBER_DEMO: '0', AMBER_PRIVATE_SERVERS: '1' } });
});

test.afterAll(async () => {
  await app?.stop();
  await model?.close();
});

const step = (page: Page, name: string) => page.getByTestId(`first-${name}`);
const isDone = (page: Page, name: string) => expect(step(page, name)).toHaveAttribute('data-done', 'true');

async function signUp(page: Page): Promise<void> {
  await page.goto(`${app.url}/sign-up`);
  await page.locator('[name=teamName]').fill('Alder Works');
  await page.locator('[name=name]').fill('Ada Alder');
  await page.locator('[name=email]').fill('ada@alder.example');
  await page.locator('[name=password]').fill('a long password of hers');
  await page.locator('[name=password]').press('Enter');
  await expect(page.getByTestId('first-steps')).toBeVisible();
}

test('the first person of a team connects a model, tries things on, and has the steps put away', async ({
  browser,
}) => {
  const context = await browser.newContext(SCREENS[0]);
  const page = await context.newPage();
  await signUp(page);

  await page.getByRole('button', { name: 'Enter a model' }).click();
  await page.getByLabel('Address').fill(model.url);
  await page.getByLabel('Name of the model').fill('scripted-one');
  await page.getByLabel('Key', { exact: true }).fill(KEY);
  for (const screen of SCREENS) {
    await page.setViewportSize(screen.viewport);
    expect(await findings(page)).toEqual([]);
  }
  await page.setViewportSize(SCREENS[0].viewport);
  // The reason is in view, not behind the message box.
  const before = model.refuse;
  model.refuse = () => ({ status: 401, body: { error: { message: 'no' } } });
  await page.getByRole('button', { name: 'Check and connect' }).click();
  const why = page.getByRole('alert').filter({ hasText: 'It was not connected.' });
  await expect(why).toContainText('The key was refused (401). Enter another one above.');
  await expect
    .poll(() =>
      why.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const seen = document.elementFromPoint(x + width / 2, y + height / 2);
        return seen !== null && element.contains(seen);
      }),
    )
    .toBe(true);
  model.refuse = before;
  await page.getByRole('button', { name: 'Check and connect' }).click();
  await isDone(page, 'model');
  await expect(page.getByText('scripted-one')).toBeVisible();
  await expect(page.getByText('Offline model')).toHaveCount(0);

  await page.getByRole('button', { name: 'Add the example company' }).click();
  await isDone(page, 'records');

  // The tour, by keyboard alone: its card is not real, and nothing is pending anywhere.
  await step(page, 'card').getByRole('button', { name: 'See the card' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Show it' })).toBeFocused();
  await page.keyboard.press('Enter');
  for (const heading of ['What is affected', 'With exactly these values', 'You decide']) {
    await expect(page.getByRole('dialog').getByRole('heading', { name: heading })).toBeVisible();
    await expect(page.getByTestId('approval-card')).toHaveCount(0);
    await expect(page.getByRole('group', { name: /^Confirm/ })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^(?:Confirm|Cancel)$/ })).toHaveCount(0);
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(step(page, 'card')).toHaveCount(0);

  await step(page, 'ask').getByRole('button', { name: 'Ask your first question' }).click();
  await page.getByRole('button', { name: 'Propose one' }).click();
  const composer = page.getByRole('textbox', { name: 'Message' });
  await expect(composer).not.toHaveValue('');
  await composer.press('Enter');
  await expect(page.getByText('Nobody owes you anything.')).toBeVisible();
  expect(model.requests.at(-1)?.body).toMatchObject({ model: 'scripted-one' });

  await page.goto(app.url);
  await isDone(page, 'ask');
  await expect(step(page, 'invite')).toContainText('No email server is set up here');
  await expect(page.getByRole('link', { name: 'Create a link in Team' })).toBeVisible();
  await page.getByLabel('Email address').fill('bo@alder.example');
  await page.getByRole('button', { name: 'Put it into the message box' }).click();
  await expect(composer).toHaveValue('Invite bo@alder.example as a member');
  await page.getByTestId('first-steps').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByTestId('first-steps')).toHaveCount(0);
  await page.reload();
  await expect(composer).toBeVisible();
  await expect(page.getByTestId('first-steps')).toHaveCount(0);

  // The key is not shown anywhere.
  await page.goto(`${app.url}/settings/models`);
  await expect(page.getByTestId('team-model')).toContainText('key sealed');
  const told = await page.evaluate(async () =>
    Promise.all(
      ['/api/models', '/api/activity', '/api/activity/export?format=jsonl', '/settings/models'].map((path) =>
        fetch(path).then((answer) => answer.text()),
      ),
    ),
  );
  expect(told.join()).toContain('scripted-one');
  const rows = await app.sql`select row_to_json(one)::text as text from team_models one`;
  for (const text of [...told, await page.content(), app.log, JSON.stringify(rows)])
    expect(text).not.toContain(KEY);
  for (const screen of SCREENS) {
    await page.setViewportSize(screen.viewport);
    expect(await findings(page)).toEqual([]);
  }

  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByText('The model and its key were removed.')).toBeVisible();
  expect(await app.sql`select 1 from team_models`).toHaveLength(0);
  await context.close();
});
