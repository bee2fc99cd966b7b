/** The results so far, one file per row, so that an interrupted run can continue. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from './install.ts';
import { slugOf } from './specs.ts';

type Kind = 'servers' | 'clients';

export function kept<Row>(kind: Kind, name: string): Row | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(kind, name), 'utf8'));
  } catch {
    return undefined;
  }
}

export function keep(kind: Kind, name: string, row: unknown): void {
  const file = fileOf(kind, name);
  mkdirSync(join(CACHE, 'seen', kind), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(row));
  renameSync(`${file}.new`, file);
}

function fileOf(kind: Kind, name: string): string {
  return join(CACHE, 'seen', kind, `${slugOf(name)}.json`);
}
