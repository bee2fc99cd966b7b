/** The commands of the collected cases, each with its expectation. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface CommandCase {
  id: string;
  kind: string;
  input: string;
  expect: 'read' | 'write' | 'destructive' | 'refuse';
}

/** Commands that exhaust a resource, and end only when they are killed. */
const EATERS = new Set(['sc-146', 'sc-147', 'sc-148', 'sc-149', 'sc-150']);
/** The first set was used to write the classifier, the second was written by somebody who had not seen it. */
const FILES = { first: '10-commands', second: '11-commands-second' };

export function commandCases(set: keyof typeof FILES = 'first'): CommandCase[] {
  const file = fileURLToPath(new URL(`../../../../e2e/cases/${FILES[set]}.jsonl`, import.meta.url));
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as CommandCase).filter(({ kind }) => kind === 'command');
}

export function isEater({ id }: CommandCase): boolean {
  return EATERS.has(id);
}
