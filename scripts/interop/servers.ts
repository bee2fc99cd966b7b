/** The table of servers: tries the wanted rows, one after another, and prints all known ones. */
import { startPostgres } from '../../db/testing/throwaway-postgres.ts';
import { startAmber } from './amber.ts';
import { CACHE } from './install.ts';
import { type Judged, judgeServer } from './judge-server.ts';
import { keep, kept } from './results.ts';
import { nameOf, type ServerSpec, serverSpecs } from './specs.ts';
import { markdownTable } from './tables.ts';
import { type ServerRow, tryServer, untried } from './try-server.ts';

/** One row: listing, each call with its card, vouching. */
const ROW_MS = 8 * 60_000;
/** In a database's address, as READMEs write it. */
const PASSWORD = 'pg-dummy-password';

/** @returns how many of the tried rows show a fault of Amber's */
export async function tryServers(wanted: ServerSpec[]): Promise<number> {
  if (wanted.length === 0) return 0;
  const needsDatabase = wanted.some(({ args = [] }) => args.includes('{postgres}'));
  const postgres = needsDatabase ? await startPostgres() : undefined;
  const given = { postgres: withPassword(postgres?.url ?? '') };
  const amber = await startAmber();
  let faults = 0;
  try {
    for (const spec of wanted) {
      const row = await inTime(spec, tryServer(amber, spec, given));
      keep('servers', nameOf(spec), row);
      const judged = judgeServer(spec, row);
      if (judged.verdict === 'fault') faults++;
      console.log(`${judged.verdict.padEnd(9)} ${nameOf(spec)}  ${judged.words.join('; ')}`);
    }
  } finally {
    await amber.stop();
    await postgres?.stop();
  }
  return faults;
}

function withPassword(url: string): string {
  return url.replace('postgres@', `postgres:${PASSWORD}@`);
}

/** Never rejects: an error in a row becomes a finding of it. */
async function inTime(spec: ServerSpec, work: Promise<ServerRow>): Promise<ServerRow> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`took more than ${ROW_MS / 60_000} minutes`)), ROW_MS).unref();
  });
  return Promise.race([work, late]).catch((error) => ({
    ...untried(spec),
    broken: String(error?.message ?? error),
  }));
}

/** The table of everything ever tried on this machine, with a line of totals before it. */
export function serversReport(): string {
  const rows = serverSpecs().map((spec) => {
    const row = kept<ServerRow>('servers', nameOf(spec));
    return { spec, row, judged: row ? judgeServer(spec, row) : undefined };
  });
  const count = (verdict: Judged['verdict']) =>
    rows.filter(({ judged }) => judged?.verdict === verdict).length;
  const tried = rows.filter(({ row }) => row && !row.missing);
  const packages = new Set(tried.map(({ spec }) => spec.package)).size;
  const tools = tried.reduce((sum, { row }) => sum + (row?.amber ?? 0), 0);
  const calls = tried.reduce((sum, { row }) => sum + (row?.calls.length ?? 0), 0);
  const sums =
    `${tried.length} rows of ${packages} servers, ${tools} tools, ${calls} calls: ${count('clean')} clean, ` +
    `${count('server')} with a fault of the server's own, ${count('fault')} with one of Amber's; ${rows.length - tried.length} not run.`;
  const head = ['server', 'tools', 'hints', 'vouched', 'what was seen', ''];
  return `${sums}\n\n${markdownTable([head, ...rows.map(({ spec, row, judged }) => cells(spec, row, judged))])}`;
}

function cells(spec: ServerSpec, row: ServerRow | undefined, judged: Judged | undefined): string[] {
  const name = nameOf(spec) + (spec.isNew ? ' (new)' : '');
  if (!row || !judged || row.missing)
    return [name, '', '', '', placeless(row?.missing ?? 'not run'), 'not tried'];
  const reference = row.reference ?? 'none';
  if (row.amber === null) {
    return [
      name,
      `${reference}/none`,
      '',
      '',
      `it says: ${placeless(row.reason ?? '')}`.slice(0, 200),
      verdictOf(judged),
    ];
  }
  return [
    name,
    `${reference}/${row.amber}`,
    row.hints.join('/'),
    `${row.runs}/${row.asks}`,
    judged.calls.join('; ') || 'listed only',
    verdictOf(judged),
  ];
}

/** The location of our folder is not to be published. */
function placeless(text: string): string {
  return text.replaceAll(CACHE, '…');
}

function verdictOf({ verdict, words }: Judged): string {
  if (verdict === 'clean') return 'clean';
  return `${verdict === 'server' ? 'the server' : 'FAULT'}: ${placeless(words.join('; '))}`;
}
