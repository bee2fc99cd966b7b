/**
 * What the apps of a test run tell their operators: what they log, their metrics, their spans. All of it is kept, and searched at the
 * end of the run for what must stand in none of it: every argument that a tool server was sent, every cookie and secret, and whatever
 * has the form of a mail address. `npm run bench` loads this under plain node: only erasable TypeScript here.
 */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const METRICS_TOKEN = 'a-token-of-tests-to-read-metrics-by';
/** Shorter ones stand in anything. */
const SHORTEST = 8;
const MAIL = /[\w.+-]+@[\w-]+\.[a-z]{2,}/i;

type Kind = 'logs' | 'metrics' | 'spans';

/** Absent: nothing is kept, as in a bench. */
const folder = (): string | undefined => process.env.TEST_TOLD;

function keep(file: string, text: string): void {
  const at = folder();
  if (at !== undefined) appendFileSync(join(at, file), text);
}

/** The settings by which an app tells all that it can. */
export function tellingEnv(): Record<string, string> {
  const collector = process.env.TEST_COLLECTOR;
  if (collector === undefined) return {};
  return { AMBER_METRICS_TOKEN: METRICS_TOKEN, OTEL_EXPORTER_OTLP_ENDPOINT: collector };
}

export const keepLog = (text: string): void => keep('logs', text);

/** Reads the metrics of an app that is about to end; of one that is gone already there are none. */
export async function keepMetrics(url: string): Promise<void> {
  if (folder() === undefined) return;
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const answer = await fetch(`${url}/api/metrics`, { headers }).catch(() => undefined);
  if (answer?.ok) keep('metrics', await answer.text());
  else await answer?.body?.cancel();
}

/** Something that must never be told: a text, or every text in it. */
export function plant(what: unknown): void {
  for (const text of new Set(textsIn(what))) keep('planted', `${JSON.stringify(text)}\n`);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * Takes spans until the run has ended.
 * @returns what ends it; that throws as `assertNothingTold`
 */
export async function startTelling(): Promise<() => Promise<void>> {
  const spans = new Set<string>();
  const collector = createServer(async (request, response) => {
    let body = '';
    request.setEncoding('utf8');
    for await (const chunk of request) body += chunk;
    for (const text of textsIn(JSON.parse(body))) spans.add(text);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const at = mkdtempSync(join(tmpdir(), 'amber-told-'));
  process.env.TEST_TOLD = at;
  process.env.TEST_COLLECTOR = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  return async () => {
    collector.closeAllConnections();
    await new Promise((resolve) => collector.close(resolve));
    const read = (file: string) => (existsSync(join(at, file)) ? readFileSync(join(at, file), 'utf8') : '');
    const told = { logs: read('logs'), metrics: read('metrics'), spans: [...spans].join('\n') };
    const planted = read('planted');
    rmSync(at, { recursive: true, force: true });
    assertNothingTold(told, [METRICS_TOKEN, ...planted.split('\n').filter(Boolean).map(parsed)]);
  };
}

const parsed = (line: string): string => JSON.parse(line);

/**
 * @param planted what must stand in none of it; texts under eight characters count for nothing
 * @throws Error that says what was told by which of them, and where; or which of them told nothing although another did
 */
export function assertNothingTold(told: Record<Kind, string>, planted: readonly string[]): void {
  const silent = Object.entries(told).filter(([, text]) => text === '');
  // Not one app ran.
  if (silent.length === Object.keys(told).length) return;
  if (silent.length > 0) throw new Error(`Nothing was told by ${silent.map(([kind]) => kind).join(', ')}.`);
  const wanted = [...new Set(planted)].filter((text) => text.length >= SHORTEST);
  const found = Object.entries(told).flatMap(([kind, text]) => {
    const lines = [...new Set(text.split('\n'))];
    const all = lines.join('\n');
    const mail = MAIL.exec(all)?.[0];
    return [...wanted.filter((needle) => all.includes(needle)), ...(mail === undefined ? [] : [mail])].map(
      (needle) => {
        const where = lines.find((line) => line.includes(needle)) ?? '';
        return `${kind}: ${JSON.stringify(needle)} in ${where.slice(0, 300)}`;
      },
    );
  });
  if (found.length > 0) throw new Error(`What must never be told was:\n${found.slice(0, 20).join('\n')}`);
}
