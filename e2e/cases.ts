/** The hostile inputs of `e2e/cases/` (its README says where each comes from and what its fields mean). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Case {
  id: string;
  family: string;
  where: string;
  payload?: string;
  payload_b64?: string;
  /** What must hold, by name. */
  oracles?: string[];
  tool?: Record<string, unknown>;
  annotations?: Record<string, unknown>;
  /** The output of a model that obeys. */
  script?: ({ emit: 'tool_call'; tool: string; args: unknown } | { emit: 'text'; text: string })[];
  expect?: Expected;
  note?: string;
}

interface ByTrust {
  trusted: boolean;
  untrusted: boolean;
}

export interface Expected {
  gate?: Partial<ByTrust>;
  auto_retry_after_unknown_outcome?: ByTrust;
  may_run_in_parallel?: ByTrust;
  taints_session?: boolean;
  execute_with_old_approval?: boolean;
}

const FOLDER = join(import.meta.dirname, 'cases');

/** The text of a file in the folder. */
export function caseFile(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8');
}

/**
 * The cases of a file, by its name without `.jsonl`.
 * @throws if the file is missing or empty: no test may pass because its cases are gone
 */
export function casesOf(name: string): Case[] {
  const lines = caseFile(`${name}.jsonl`).split('\n').filter(Boolean);
  if (lines.length === 0) throw new Error(`There are no cases in ${name}.jsonl.`);
  return lines.map((line) => JSON.parse(line) as Case);
}

/** The payloads of a file that are texts. */
export function textsOf(name: string): string[] {
  return casesOf(name).flatMap(({ payload }) => (typeof payload === 'string' ? [payload] : []));
}
