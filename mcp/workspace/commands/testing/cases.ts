/** The commands of the collected cases, each with what is expected of it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface CommandCase {
  id: string;
  kind: string;
  input: string;
  expect: 'read' | 'write' | 'destructive' | 'refuse';
}

export function commandCases(): CommandCase[] {
  const file = fileURLToPath(new URL('../../../../e2e/cases/10-commands.jsonl', import.meta.url));
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as CommandCase).filter(({ kind }) => kind === 'command');
}
