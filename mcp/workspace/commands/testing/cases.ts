/** The commands of the collected cases, each with what is expected of it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface CommandCase {
  id: string;
  kind: string;
  input: string;
  expect: 'read' | 'write' | 'destructive' | 'refuse';
}

/** Those that take all there is of something, and end only when they are ended. */
const EATERS = new Set(['sc-146', 'sc-147', 'sc-148', 'sc-149', 'sc-150']);
/** The first set is what the classifier was written with, the second was written by somebody who has not seen it. */
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
