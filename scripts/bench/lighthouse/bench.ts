/**
 * Lighthouse looks at the door, a chat and the inbox: `npm run bench -- lighthouse`. It comes from npm when it is asked for, as
 * nothing else here needs it; it is run in the system's Chromium, signed in by cookie. Scores are of 100; medians.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
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
/** Of what Lighthouse writes, what is looked at. */
interface Result {
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string }>;
}

/** Prints the scores of each page, and what cost points. @throws when Lighthouse cannot be had or run */
export async function benchLighthouse(session: Session): Promise<void> {
  const chatId = await session.newChat();
  // Its card waits in the inbox, too.
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
  const [report, headers] = [join(folder, 'report.json'), join(folder, 'headers.json')];
  await writeFile(headers, JSON.stringify(page.cookie === undefined ? {} : { Cookie: page.cookie }));
  await promisify(execFile)(
    'npx',
    [
      ...['--yes', `lighthouse@${VERSION}`, page.url, '--quiet', '--output=json', `--output-path=${report}`],
      ...[`--extra-headers=${headers}`, `--only-categories=${CATEGORIES.join(',')}`, '--preset=desktop'],
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    { env: { ...process.env, CHROME_PATH: systemChromium() }, maxBuffer: 64_000_000 },
  );
  return JSON.parse(await readFile(report, 'utf8')) as Result;
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
