/**
 * Lighthouse on the sign-in page, a chat and the inbox: `npm run bench -- lighthouse`. It is installed from npm on
 * demand, since nothing else here needs it; it runs in the system's Chromium, with the cookie of a signed-in person.
 * Scores are out of 100; medians.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { freePort } from '../../../e2e/program.ts';
import type { Session } from '../../../e2e/session.ts';
import { systemChromium } from '../../prepare/chromium.mjs';
import { median } from '../statistics.ts';
import { table } from '../table.ts';

const VERSION = '13.5.0';
const ROUNDS = 5;
const MIN_SCORE = 95;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
type Category = (typeof CATEGORIES)[number];

interface Page {
  name: string;
  url: string;
  /** Absent: nobody is signed in. */
  cookie?: string;
}
/** The part of Lighthouse's output that is used. */
interface Result {
  finalDisplayedUrl: string;
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string }>;
}

/** Prints the scores of each page, and what lost points. @throws if Lighthouse cannot be installed or run */
export async function benchLighthouse(session: Session): Promise<void> {
  const chatId = await session.newChat();
  // Its card is pending in the inbox, too.
  await session.say(chatId, 'Delete customer Halden Optics');
  const pages: Page[] = [
    { name: 'sign-in', url: `${session.url}/sign-in` },
    { name: 'chat', url: `${session.url}/chat/${chatId}`, cookie: session.cookie },
    { name: 'inbox', url: `${session.url}/approvals`, cookie: session.cookie },
  ];
  const folder = await mkdtemp(join(tmpdir(), 'amber-lighthouse-'));
  try {
    const rows = [];
    const lost: string[] = [];
    for (const page of pages) {
      const results: Result[] = [];
      for (let round = 0; round < ROUNDS; round++) results.push(await look(page, folder));
      rows.push(scores(page, results));
      lost.push(...whatCost(page, results));
    }
    console.log(`\nLighthouse ${VERSION}, of 100, median of ${ROUNDS}`);
    console.log(table([['', ...CATEGORIES, ''], ...rows]));
    console.log(lost.length === 0 ? 'Nothing cost points of the last two.' : lost.join('\n'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function look(page: Page, folder: string): Promise<Result> {
  const [report, port] = [join(folder, 'report.json'), await freePort()];
  const context = await chromium.launchPersistentContext(await mkdtemp(join(folder, 'profile-')), {
    executablePath: systemChromium(),
    args: [`--remote-debugging-port=${port}`, '--disable-gpu'],
  });
  try {
    if (page.cookie !== undefined) await context.addCookies(cookiesOf(page.cookie, page.url));
    await promisify(execFile)(
      'npx',
      [
        ...[
          '--yes',
          `lighthouse@${VERSION}`,
          page.url,
          '--quiet',
          '--output=json',
          `--output-path=${report}`,
        ],
        // A storage reset would remove the cookie.
        ...[`--port=${port}`, '--disable-storage-reset', '--preset=desktop'],
        `--only-categories=${CATEGORIES.join(',')}`,
      ],
      { maxBuffer: 64_000_000 },
    );
  } finally {
    await context.close();
  }
  const result = JSON.parse(await readFile(report, 'utf8')) as Result;
  if (result.finalDisplayedUrl !== page.url)
    throw new Error(`${page.url} ended at ${result.finalDisplayedUrl}: that is not the page that was meant.`);
  return result;
}

/** For the whole app, not only for the page's folder. */
function cookiesOf(header: string, page: string) {
  const { origin: url } = new URL(page);
  return header.split('; ').map((one) => {
    const at = one.indexOf('=');
    return { name: one.slice(0, at), value: one.slice(at + 1), url };
  });
}

function scores({ name }: Page, results: readonly Result[]): string[] {
  const of = (category: Category) =>
    Math.round(100 * median(results.map(({ categories }) => categories[category].score ?? 0)));
  const [performance, accessibility, practices] = [
    of('performance'),
    of('accessibility'),
    of('best-practices'),
  ];
  const isMet = Math.min(accessibility, practices) >= MIN_SCORE;
  const aim = `${isMet ? 'met' : 'MISSED'} (the last two at least ${MIN_SCORE})`;
  return [name, String(performance), String(accessibility), String(practices), aim];
}

function whatCost({ name }: Page, results: readonly Result[]): string[] {
  const [first] = results;
  if (!first) return [];
  return (['accessibility', 'best-practices'] as const).flatMap((category) =>
    first.categories[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && (first.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${name}, ${category}: ${first.audits[id]?.title} (${id})`),
  );
}
