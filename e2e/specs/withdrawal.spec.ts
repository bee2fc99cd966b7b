/**
 * Random stories of cancellations over two real processes on one PostgreSQL, and what people see of them. `COUNT=500`
 * plays this many.
 */
import { expect, test } from '@playwright/test';
import { App } from '../app';
import { tab } from '../chat-page';
import { connectClient, isThere, makeToken, newCustomer } from '../outside-client';
import { takePictures } from '../pictured';
import { RawClient } from '../raw-client';
import type { Session } from '../session';
import { faultsOf } from '../withdrawal-oracle';
import { playStory, type World } from '../withdrawal-story';

const COUNT = Number(process.env.COUNT ?? 16);
const AT_ONCE = 4;
const SCOPES = ['customers.read', 'customers.write'];

let a: App;
let b: App;
let onA: Session;
let onB: Session;

test.beforeAll(async () => {
  a = await App.start();
  b = await a.another();
  onA = await a.signIn('member');
  onB = await b.signIn('member');
});

test.afterAll(async () => {
  await b?.stop();
  await a?.stop();
});

interface Card {
  id: string;
  input: { customerId?: string };
}

const waiting = async () =>
  (await onB.call<{ approvals: Card[] }>('GET', '/api/approvals?status=pending')).body.approvals;

function world(): World {
  return {
    urls: [a.url, b.url],
    token: () => makeToken(onA, 'Story', SCOPES),
    customer: () => newCustomer(a),
    pending: async (customerId) => (await waiting()).find(({ input }) => input.customerId === customerId)?.id,
    decide: async (cardId, decision) => void (await onB.decide(cardId, decision)),
    rows: async (statement) => (await a.sql.unsafe(statement)) as never,
  };
}

test(`${COUNT} stories over two processes`, async () => {
  test.setTimeout(120_000 + COUNT * 8_000);
  const wrong: string[] = [];
  const seeds = Array.from({ length: COUNT }, (_, at) => 5_000 + at);
  const play = async () => {
    const place = world();
    let tokens: [string, string] | undefined;
    for (let seed = seeds.shift(), at = 0; seed !== undefined; seed = seeds.shift(), at++) {
      // The number of cancellations per token and hour is limited.
      if (!tokens || at % 8 === 0) tokens = [await place.token(), await place.token()];
      const story = await playStory(place, seed, tokens);
      const faults = await faultsOf(place, story);
      if (faults.length > 0) wrong.push(`seed ${seed}: ${faults.join('; ')}\n  ${story.steps.join('\n  ')}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, play));
  expect(wrong).toEqual([]);
  const [sum] = await a.sql`select count(*) as asked, count(*) filter (where ended = 'withdrawn') as withdrawn
    from outside_requests where not early`;
  console.info(
    `${COUNT} stories: ${sum?.asked} requests, ${sum?.withdrawn} called off, ${wrong.length} faults`,
  );
});

test('the inbox says that a client has gone, and that another has called it off', async ({ browser }) => {
  const token = await makeToken(onA, 'Laptop', SCOPES);
  const [left, called] = [await newCustomer(a), await newCustomer(a)];
  const desk = await new RawClient(a.url, token, '2025-11-25', 'Desk').begin();
  const page = await tab(browser, onB, '/approvals');
  const asked = desk.ask('customer_delete', { customerId: left });
  // Earlier stories may have left cards of clients that have gone.
  const card = page.getByTestId('approval-card').filter({ hasText: 'Laptop' });
  await expect(card.getByTestId('approval-client')).toContainText('Desk');
  await expect(card.getByTestId('approval-away')).toHaveCount(0);
  asked.cut();
  await expect(card.getByTestId('approval-away')).toContainText('runs only if the client asks again');
  await takePictures(page, 'away');
  await card.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByTestId('approval-decision')).toContainText('Its client is not connected');
  await takePictures(page, 'confirmed-away');
  expect(await isThere(a, left)).toBe(true);
  const again = await connectClient(b.url, token, 'auto', 'Desk');
  expect(
    (await again.callTool({ name: 'customer_delete', arguments: { customerId: left } })).isError ?? false,
  ).toBe(false);
  expect(await isThere(a, left)).toBe(false);
  const patience = new AbortController();
  const legacy = await connectClient(a.url, token, 'legacy', 'Desk');
  const given = legacy
    .callTool({ name: 'customer_delete', arguments: { customerId: called } }, { signal: patience.signal })
    .catch(() => 'given up');
  await page.reload();
  await expect(card).toHaveCount(1);
  patience.abort();
  expect(await given).toBe('given up');
  await expect(page.getByTestId('approval-decision')).toContainText('Its client called it off.');
  await takePictures(page, 'called-off');
  await page.goto('/approvals?tab=decided');
  await expect(page.getByText('Its client called it off.').first()).toBeVisible();
  await takePictures(page, 'decided');
  expect(await isThere(a, called)).toBe(true);
  for (const client of [again, legacy]) await client.close();
});
