/** The hostile inputs that lie beside the repository, where they are there. */
import { existsSync, readFileSync } from 'node:fs';
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
  /** What a model does that obeys. */
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
