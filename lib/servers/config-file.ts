/**
 * The operator's file, read at start and again whenever it changes. It is polled every other second rather than
 * watched, which notices every way of replacing a file.
 */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { type ConfiguredServers, McpConfigError, readServers } from './config';
import type { Lookup } from './config-entry';

const EVERY_MS = 2_000;

export interface ConfigFile {
  /** What it lists now. */
  current(): ConfiguredServers;
  /** Stops polling. */
  close(): void;
}

/**
 * Reads the file and keeps polling it. If the file becomes invalid later, its servers disappear, and a problem is
 * reported.
 * @param key as `readServers` takes it
 * @param onChange called after each change, with what the file lists now
 */
export function openConfigFile(
  file: string,
  lookup: Lookup,
  onChange: (now: ConfiguredServers) => void,
  { everyMs = EVERY_MS, key = '' } = {},
): ConfigFile {
  // Taken before reading, so that a change in between is noticed at the next poll.
  let seen = markOf(file);
  let servers = readOrProblem(file, lookup, key);
  const looking = setInterval(() => {
    const mark = markOf(file);
    if (mark === seen) return;
    seen = mark;
    servers = readOrProblem(file, lookup, key);
    onChange(servers);
  }, everyMs).unref();
  return { current: () => servers, close: () => clearInterval(looking) };
}

/** Differs for every state of the file. */
function markOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : 'none';
}

function readOrProblem(file: string, lookup: Lookup, key: string): ConfiguredServers {
  try {
    return readServers(file, lookup, key);
  } catch (error) {
    if (!(error instanceof McpConfigError)) throw error;
    return { servers: [], problems: [{ server: basename(file), message: error.message }] };
  }
}
