/**
 * The telemetry of the apps of a test run: their logs, metrics and spans. All of it is kept, and searched at the end of
 * the run for what must not be in it: every argument that was sent to a tool server, every cookie and secret, and
 * anything that looks like a mail address. `npm run bench` loads this under plain node: only erasable TypeScript here.
 */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const METRICS_TOKEN = 'a-token-of-tests-to-read-metrics-by';
/** Shorter ones occur in almost any text. */
const SHORTEST = 8;
const MAIL = /[\w.+-]+@[\w-]+\.[a-z]{2,}/i;

type Kind = 'logs' | 'metrics' | 'spans';

/** Absent: nothing is kept, as in a bench. */
const folder = (): string | undefined => process.env.TEST_TOLD;

function keep(file: string, text: string): void {
  const at = folder();
  if (at !== undefined) appendFileSync(join(at, file), text);
}

/** The settings with which an app emits all its telemetry. */
export function tellingEnv(): Record<string, string> {
  const collector = process.env.TEST_COLLECTOR;
  if (collector === undefined) return {};
  return { AMBER_METRICS_TOKEN: METRICS_TOKEN, OTEL_EXPORTER_OTLP_ENDPOINT: collector };
}

/** @param text whole lines, since those of several processes go into one file */
export const keepLog = (text: string): void => keep('logs', text);

/** Reads the metrics of an app that is about to end; one that is already gone has none. */
export async function keepMetrics(url: string): Promise<void> {
  if (folder() === undefined) return;
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const answer = await fetch(`${url}/api/metrics`, { headers }).catch(() => undefined);
  if (answer?.ok) keep('metrics', await answer.text());
  else await answer?.body?.cancel();
}

/** Something that must never be emitted: a text or a number, or every one in a structure. */
export function plant(what: unknown): void {
  for (const one of new Set([...textsIn(what), ...numbersIn(what)]))
    keep('planted', `${JSON.stringify(one)}\n`);
}

/** The same for a cookie's value: as the browser stores it, decoded, and without its signature. */
export function plantCookie(value: string): void {
  const read = decodeURIComponent(value);
  plant([value, read, ...read.split('.', 1).filter(({ length }) => length >= 20)]);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

/**
 * Collects spans until the run has ended.
 * @returns a function that ends it and throws as `assertNothingTold`
 */
export async function startTelling(): Promise<() => Promise<void>> {
  const spans = new Set<string>();
  const collector = createServer(async (request, response) => {
    let body = '';
    request.setEncoding('utf8');
    for await (const chunk of request) body += chunk;
    const told: unknown = JSON.parse(body);
    for (const one of [...textsIn(told), ...numbersIn(told)]) spans.add(String(one));
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

const parsed = (line: string): string | number => JSON.parse(line);

/** A line, and its other readings: as JSON (once, or nested), as a URL, and as base64. */
function readingsOf(line: string): string[] {
  const once = unescaped(line);
  return [...new Set([line, once, unescaped(once), percentDecoded(line), ...fromBase64(line)])];
}

const SIGNS: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function unescaped(text: string): string {
  return text.replace(/\\(?:u([\da-f]{4})|(.))/gi, (_, code: string | undefined, sign: string) =>
    code === undefined ? (SIGNS[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function percentDecoded(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (signs) =>
    Buffer.from(signs.replaceAll('%', ''), 'hex').toString(),
  );
}

/** Only decodings that are text: numbers and ids decode to none. */
function fromBase64(text: string): string[] {
  const decoded = (text.match(/[\w+/-]{11,}={0,2}/g) ?? []).map((one) =>
    Buffer.from(one, 'base64').toString(),
  );
  return decoded.filter((one) => !/[\p{Cc}\ufffd]/u.test(one.replace(/\s/g, '')));
}

/**
 * @param planted must occur in none of it; strings shorter than eight characters are ignored
 * @throws Error that says what was found in which of them, and where; or which of them are empty although another is
 * not
 */
export function assertNothingTold(told: Record<Kind, string>, planted: readonly (string | number)[]): void {
  const silent = Object.entries(told).filter(([, text]) => text === '');
  // No app ran at all.
  if (silent.length === Object.keys(told).length) return;
  if (silent.length > 0) throw new Error(`Nothing was told by ${silent.map(([kind]) => kind).join(', ')}.`);
  const wanted = [...new Set(planted)].filter((one) => String(one).length >= SHORTEST);
  const found = Object.entries(told).flatMap(([kind, text]) => {
    const lines = [...new Set([...new Set(text.split('\n'))].flatMap(readingsOf))];
    const all = lines.join('\n');
    const mail = MAIL.exec(all)?.[0];
    // Duplicate lines were removed, so lines that followed each other may no longer do so.
    const isTold = (needle: string | number) =>
      holds(all, needle) || (String(needle).includes('\n') && text.includes(String(needle)));
    return [...wanted.filter(isTold), ...(mail === undefined ? [] : [mail])].map((needle) => {
      const where = lines.find((line) => holds(line, needle)) ?? '';
      return `${kind}: ${JSON.stringify(needle)} in ${where.slice(0, 300)}`;
    });
  });
  if (found.length > 0) throw new Error(`What must never be told was:\n${found.slice(0, 20).join('\n')}`);
}

/** A number does not count as part of a longer one. */
function holds(text: string, needle: string | number): boolean {
  if (typeof needle === 'string') return text.includes(needle);
  if (!text.includes(String(needle))) return false;
  return new RegExp(`(?<![\\d.])${String(needle).replace(/[.+]/g, '\\$&')}(?![\\d]|\\.\\d)`).test(text);
}
