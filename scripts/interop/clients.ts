/** The table of clients: tries the wanted rows, one after another, and prints all known ones. */
import { startAmber } from './amber.ts';
import { Company } from './company.ts';
import { judgeClient } from './judge-client.ts';
import { keep, kept } from './results.ts';
import { type ClientSpec, clientSpecs, nameOf } from './specs.ts';
import { markdownTable } from './tables.ts';
import { type ClientRow, STEPS, tryClient } from './try-client.ts';

/** @returns how many of the tried rows show a fault of Amber's */
export async function tryClients(wanted: ClientSpec[]): Promise<number> {
  const possible = wanted.filter(({ story }) => story !== 'none');
  if (possible.length === 0) return 0;
  const amber = await startAmber();
  const company = await Company.open(amber.admin);
  let faults = 0;
  try {
    for (const spec of possible) {
      const row = await tryClient(company, spec, amber.url);
      keep('clients', nameOf(spec), row);
      const { verdict, words } = judgeClient(spec, row);
      if (verdict === 'fault') faults++;
      console.log(`${verdict.padEnd(9)} ${nameOf(spec)}  ${words.join('; ')}`);
    }
  } finally {
    await company.close();
    await amber.stop();
  }
  return faults;
}

/** The table of everything ever tried on this machine, with a line of totals before it. */
export function clientsReport(): string {
  const rows = clientSpecs().map((spec) => {
    const row = kept<ClientRow>('clients', nameOf(spec));
    return { spec, row, judged: judgeClient(spec, row) };
  });
  const whole = rows.filter(({ judged }) => judged.isWhole);
  const agents = whole.filter(({ spec }) => spec.kind === 'agent').length;
  const faults = rows.filter(({ judged }) => judged.verdict === 'fault').length;
  const sums = `${whole.length} of ${rows.length} went through the whole story, ${agents} of them as whole agents; ${faults} show a fault of Amber's.`;
  const head = ['client', ...STEPS, ''];
  const lines = rows.map(({ spec, row, judged }) => [
    `${nameOf(spec)}${spec.kind === 'agent' ? ' (whole agent)' : ''}${spec.isNew ? ' (new)' : ''}`,
    ...STEPS.map((step) => row?.steps[step]?.slice(0, 120) ?? ''),
    judged.words.join('; '),
  ]);
  return `${sums}\n\n${markdownTable([head, ...lines])}`;
}
