/** The arguments of `npm run interop`: which rows, in which order, and where the tables go. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../prepare/run.mjs';
import { clientsReport, tryClients } from './clients.ts';
import { kept } from './results.ts';
import { serversReport, tryServers } from './servers.ts';
import { clientSpecs, nameOf, serverSpecs } from './specs.ts';
import { between } from './tables.ts';

const DOCUMENT = join(root, 'docs/interop.md');

/**
 * @param given `servers`, `clients`, parts of names; none: everything. `--again` repeats earlier results; `--print`
 * tries nothing
 * @returns the exit code
 */
export async function interop(given: string[], ensureBuilt: () => Promise<void>): Promise<number> {
  const words = given.filter((word) => !word.startsWith('--'));
  const isAgain = given.includes('--again');
  const isPrint = given.includes('--print');
  const chosen = <Spec extends { package: string; as?: string }>(
    kind: 'servers' | 'clients',
    specs: Spec[],
  ) =>
    isPrint
      ? []
      : specs.filter((spec) => isWanted(words, kind, nameOf(spec)) && (isAgain || !kept(kind, nameOf(spec))));
  const servers = chosen('servers', serverSpecs());
  const clients = chosen('clients', clientSpecs());
  if (servers.length + clients.length > 0) await ensureBuilt();
  const faults = (await tryServers(servers)) + (await tryClients(clients));
  write('servers', serversReport());
  write('clients', clientsReport());
  return faults > 0 ? 1 : 0;
}

function isWanted(words: string[], kind: 'servers' | 'clients', name: string): boolean {
  return words.length === 0 || words.some((word) => word === kind || name.includes(word));
}

function write(name: string, text: string): void {
  console.log(`\n${text}`);
  if (!existsSync(DOCUMENT)) return;
  const document = readFileSync(DOCUMENT, 'utf8');
  const changed = between(document, name, text);
  if (changed !== document) writeFileSync(DOCUMENT, changed);
}
