/**
 * Other people's clients: a token created in the settings, a pending call, its decision in a browser, from creation to
 * revocation.
 */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { App } from '../app';
import { tab } from '../chat-page';
import { connectClient, isThere, makeToken, newCustomer, signInClient } from '../outside-client';
import type { Session } from '../session';

let app: App;
let member: Session;
let page: Page;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  app = await App.start();
  member = await app.signIn('member');
  page = await tab(browser, member, '/settings/tokens');
});

test.afterAll(() => app?.stop());

let token = '';

test('a token is made, shown once, and stands ready in what clients need', async () => {
  await page.getByLabel('What it is for').fill('Claude on my laptop');
  // Nothing is given that nobody has ticked, and nothing can be that no tool needs.
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Create token' })).toBeDisabled();
  for (const none of ['Change reports', 'Change web', 'Read web'])
    await expect(page.getByRole('checkbox', { name: none })).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Read customers' }).check();
  await page.getByRole('checkbox', { name: 'Change customers' }).check();
  await page.getByRole('button', { name: 'Create token' }).click();
  token = (await page.getByTestId('new-token').textContent()) ?? '';
  expect(token).toMatch(/^amb_[\w-]{43}$/);
  await expect(page.getByText('"type": "http"')).toContainText(`Bearer ${token}`);
  const axe = await new AxeBuilder({ page }).analyze();
  expect(axe.violations).toEqual([]);
  await page.reload();
  await expect(page.getByTestId('token')).toContainText('Claude on my laptop');
  await expect(page.getByText(token)).toHaveCount(0);
});

for (const mode of ['auto', 'legacy'] as const) {
  test(`what a client of ${mode} asks is confirmed in the inbox and runs once; what is cancelled does not run`, async () => {
    const client = await connectClient(app.url, token, mode, 'Claude\u202e Desktop');
    const inbox = page;
    const [kept, gone] = [await newCustomer(app), await newCustomer(app)];
    const confirming = client.callTool({ name: 'customer_delete', arguments: { customerId: gone } });
    await inbox.goto('/approvals');
    const card = inbox.getByTestId('approval-card');
    await expect(card.getByTestId('approval-client')).toContainText('ClaudeU+202E Desktop');
    await expect(card.getByTestId('approval-client')).toContainText('Claude on my laptop');
    const axe = await new AxeBuilder({ page: inbox }).analyze();
    expect(axe.violations).toEqual([]);
    expect(await isThere(app, gone)).toBe(true);
    await card.getByRole('button', { name: 'Confirm' }).click();
    const confirmed = await confirming;
    expect(confirmed.isError ?? false, JSON.stringify(confirmed.content)).toBe(false);
    expect(await isThere(app, gone)).toBe(false);
    const cancelling = client.callTool({ name: 'customer_delete', arguments: { customerId: kept } });
    await expect(card).toHaveCount(1);
    await card.getByRole('button', { name: 'Cancel', exact: true }).click();
    const cancelled = await cancelling;
    expect(cancelled.isError).toBe(true);
    expect(JSON.stringify(cancelled.content)).toContain('Cancelled');
    expect(await isThere(app, kept)).toBe(true);
    await client.close();
  });
}

test('what it asked stands in a place of its own, that nobody writes in', async () => {
  const { body } = await member.call<{ chats: unknown[] }>('GET', '/api/chats');
  expect(JSON.stringify(body)).not.toContain('Claude on my laptop');
  await page.goto('/approvals?tab=decided');
  await page
    .getByRole('link', { name: /delete/i })
    .first()
    .click();
  await expect(page.getByText('Nobody writes here.')).toBeVisible();
  await expect(page.getByTestId('approval-decision')).toHaveCount(4);
});

test('its last calls stand with it, and once revoked it is refused', async () => {
  await page.goto('/settings/tokens');
  const row = page.getByTestId('token').first();
  await row.getByText('Its last calls').click();
  await expect(row.getByTestId('token-calls')).toContainText('customer_delete');
  await row.getByRole('button', { name: 'Revoke Claude on my laptop' }).click();
  await expect(page.getByText('Revoked. Its clients are refused')).toBeVisible();
  await expect(connectClient(app.url, token, 'auto', 'late')).rejects.toThrow();
});

test('a client signs in by itself: the person signs in, sees who asks, and lets it in; the grant is revoked', async ({
  browser,
}) => {
  const visitor = await (await browser.newContext()).newPage();
  const client = await signInClient(app.url, 'Claude\u202e "Code"', async (link) => {
    await visitor.goto(link);
    await visitor.getByLabel('Email').fill('member@amber.test');
    await visitor.getByLabel('Password').fill('amber-demo');
    await visitor.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(visitor.getByTestId('allow-place')).toHaveText('a program on your computer');
    await expect(visitor.getByRole('heading', { level: 1 })).toContainText("Claude<U+202E> 'Code'");
    await expect(visitor.getByText('Unverified')).toBeVisible();
    await expect(visitor.getByRole('checkbox', { name: 'Read customers' })).toBeChecked();
    await expect(visitor.getByRole('checkbox', { name: 'Change customers' })).not.toBeChecked();
    const axe = await new AxeBuilder({ page: visitor }).analyze();
    expect(axe.violations).toEqual([]);
    await visitor.getByRole('button', { name: 'Allow', exact: true }).click();
    await expect(visitor.getByText('The program has heard.')).toBeVisible();
  });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('customers_list');
  expect(tools.map(({ name }) => name)).not.toContain('customer_create');
  await page.goto('/settings/tokens');
  const row = page.getByTestId('token').first();
  await expect(row.getByTestId('token-client')).toContainText('A program on a computer.');
  await row.getByRole('button', { name: /^Revoke Claude/ }).click();
  await expect(page.getByText('Revoked. Its clients are refused')).toBeVisible();
  await expect(client.listTools()).rejects.toThrow();
  await client.close().catch(() => {});
  await visitor.context().close();
});

test('a browser with a session and no token is not let in, nor is another Host or Origin', async () => {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const other = await makeToken(member, 'x', ['orders.read']);
  expect((await member.fetch('POST', '/api/mcp', body)).status).toBe(401);
  const authorization = `Bearer ${other}`;
  const foreign = { authorization, origin: 'https://evil.example' };
  expect((await member.fetch('POST', '/api/mcp', body, foreign)).status).toBe(403);
  const plain = await member.fetch('POST', '/api/mcp', body, { authorization, accept: '*/*', cookie: '' });
  expect(plain.status).toBeLessThan(500);
});
