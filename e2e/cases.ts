/** The hostile inputs that lie beside the repository, where they are there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Case {
  id: string;
  family: string;
  where: string;
  payload?: string;
  payload_b64?: string;
}

const FOLDER = join(import.meta.dirname, '../../shared/cases');

/** Why cases are skipped, when they are. */
export const WITHOUT_CASES = existsSync(FOLDER)
  ? undefined
  : 'the shared cases are not beside the repository';

/** The cases of a file, by the beginning of its name; none where the folder is absent. */
export function casesOf(name: string): Case[] {
  const path = join(FOLDER, `${name}.jsonl`);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Case);
}
