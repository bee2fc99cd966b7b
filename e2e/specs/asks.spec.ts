/**
 * How often an ordinary day asks. AMBER_TEST_REQUESTS is the length of the long form (200 is required). The offline
 * model answers; requests that it cannot handle call nothing.
 */
import { expect, test } from '@playwright/test';
import { App } from '../app.ts';
import { ordinaryRequests } from '../ordinary-requests.ts';

const REQUESTS = Number(process.env.AMBER_TEST_REQUESTS ?? 20);

test('an ordinary day asks only about what destroys', async () => {
  test.setTimeout(60_000 + REQUESTS * 10_000);
  const app = await App.start();
  try {
    const member = await app.signIn('member');
    const names = await app.sql<{ name: string }[]>`select name from customers
      where team_id = (select team_id from members join users on users.id = user_id
        where email = 'member@amber.test') and status = 'active' order by name limit 60`;
    const requests = ordinaryRequests(
      REQUESTS,
      names.map(({ name }) => name),
    );
    for (const request of requests) {
      const chatId = await member.newChat();
      await member.say(chatId, request);
      for (const card of await member.pending(chatId)) await member.decide(card.id, 'cancel');
      await member.settled(chatId, 'idle', 'failed');
    }
    const asked = await app.sql<{ risk: string; trusted: boolean; rule: string; n: number }[]>`
      select risk, trusted, rule, count(*)::int as n from approvals where kind = 'ask' group by 1, 2, 3`;
    const made = await app.sql<{ risk: string; n: number }[]>`
      select risk, count(*)::int as n from calls where step > 0 group by 1 order by 1`;
    const calls = made.reduce((sum, { n }) => sum + n, 0);
    const asks = asked.reduce((sum, { n }) => sum + n, 0);
    const perHundred = ((100 * asks) / calls).toFixed(1);
    const kinds = made.map(({ risk, n }) => `${n} ${risk}`).join(', ');
    console.log(
      `${REQUESTS} requests, ${calls} calls (${kinds}): ${asks} asked, ${perHundred} per 100 calls`,
    );
    expect(asked.filter(({ risk, trusted }) => trusted && risk !== 'destructive')).toEqual([]);
    // Otherwise nothing would have been tested.
    expect(calls).toBeGreaterThan(REQUESTS / 2);
    expect(asks).toBeGreaterThan(0);
    expect(made.some(({ risk }) => risk === 'write')).toBe(true);
  } finally {
    await app.stop();
  }
});
