/**
 * A chat of 2,000 messages with calls in a browser: `npm run bench -- long-chat`. The time until one can type, compared
 * with an empty chat in the same run; and the longest tasks afterwards, and while an answer of 100 tokens a second is
 * added.
 */
import { type Browser, chromium, type Page } from '@playwright/test';
import type { App } from '../../../e2e/app.ts';
import { putBefore } from '../../../e2e/long-chat.ts';
import type { Session } from '../../../e2e/session.ts';
import { systemChromium } from '../../prepare/chromium.mjs';
import { LAST_TOKEN, QUICK_QUESTION } from '../answer-text.ts';
import { median } from '../statistics.ts';
import { table } from '../table.ts';
import { observe } from './observe.ts';

const EXCHANGES = 1_000;
const ROUNDS = 5;
const MAX_READY_MS = 1_500;
const MAX_TASK_MS = 100;
const MAX_STREAMING_TASK_MS = 50;
/** How long it is observed after one can type. */
const AFTERWARDS_MS = 3_000;

/** For one opening, in milliseconds. */
interface Opened {
  ready: number;
  /** The longest task afterwards; 0: none that the browser reports as long. */
  longest: number;
}

/** @param open starts an app on a new database, with the model of the figures, and stops it */
export function benchLongChat(
  open: (task: (app: App, session: Session) => Promise<void>) => Promise<void>,
): Promise<void> {
  return open(async (app, session) => {
    const [empty, long] = [await session.newChat(), await session.newChat()];
    await session.say(long, 'Something to show.');
    await putBefore(app.sql, long, EXCHANGES);
    const browser = await chromium.launch({ executablePath: systemChromium() });
    try {
      await openChat(browser, session, empty, afterwards);
      const rounds = { empty: [] as Opened[], long: [] as Opened[] };
      const streaming: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        rounds.empty.push(await openChat(browser, session, empty, afterwards));
        rounds.long.push(await openChat(browser, session, long, afterwards));
        streaming.push((await openChat(browser, session, long, writeInto)).longest);
      }
      print(rounds, streaming);
    } finally {
      await browser.close();
    }
  });
}

async function openChat(
  browser: Browser,
  session: Session,
  chatId: string,
  then: (page: Page) => Promise<void>,
): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    await context.addCookies(
      session.cookie.split('; ').map((pair) => {
        const [name = '', ...value] = pair.split('=');
        return { name, value: value.join('='), url: session.url };
      }),
    );
    const page = await context.newPage();
    await page.addInitScript(observe);
    await page.goto(`${session.url}/chat/${chatId}`);
    await page.waitForFunction(() => window.bench.ready !== null);
    await then(page);
    return await page.evaluate(() => {
      const { ready, tasks, since } = window.bench;
      const later = tasks.filter((task) => task.at >= (since ?? ready ?? 0));
      return { ready: ready ?? Number.NaN, longest: Math.max(0, ...later.map((task) => task.lasted)) };
    });
  } finally {
    await context.close();
  }
}

async function afterwards(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Message', exact: true }).pressSequentially('A few words.');
  await page.waitForTimeout(AFTERWARDS_MS);
}

/** Only the effects of the answer count: opening the page is a separate figure. */
async function writeInto(page: Page): Promise<void> {
  await afterwards(page);
  const said = page.getByRole('log').getByText(LAST_TOKEN);
  const before = await said.count();
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(QUICK_QUESTION);
  await page.evaluate(() => {
    window.bench.since = performance.now();
  });
  await page.getByRole('button', { name: 'Send' }).click();
  await said.nth(before).waitFor({ state: 'attached' });
  await page.waitForTimeout(AFTERWARDS_MS);
}

function print(rounds: Record<'empty' | 'long', Opened[]>, streaming: number[]): void {
  const figure = (all: readonly Opened[], which: keyof Opened) =>
    median(all.map((one) => one[which])).toFixed(0);
  const aim = (value: number, most: number) => `${value < most ? 'met' : 'MISSED'} (under ${most})`;
  const { empty, long } = rounds;
  const ready = median(long.map((one) => one.ready));
  const task = median(long.map((one) => one.longest));
  const written = median(streaming);
  console.log(`\nA chat of ${EXCHANGES * 2} messages, in ms, median of ${ROUNDS}`);
  console.log(
    table([
      ['', 'empty chat', 'long chat', ''],
      ['one can write in it', figure(empty, 'ready'), figure(long, 'ready'), aim(ready, MAX_READY_MS)],
      ['longest task afterwards', figure(empty, 'longest'), figure(long, 'longest'), aim(task, MAX_TASK_MS)],
      ['longest task, 100 tokens/s', '', written.toFixed(0), aim(written, MAX_STREAMING_TASK_MS)],
    ]),
  );
}
