/**
 * The operator's file, read at start and again whenever it changes. Looked at every other second rather than watched:
 * that notices every way of replacing a file.
 */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { type ConfiguredServers, McpConfigError, readServers } from './config';
import type { Lookup } from './config-entry';

const EVERY_MS = 2_000;

export interface ConfigFile {
  /** What it lists now. */
  current(): ConfiguredServers;
  /** Ends the looking. */
  close(): void;
}

/**
 * Reads the file and keeps looking at it. A file that breaks later takes its servers away, and is a problem of its own.
 *
 * @param key as `readServers` takes it
 * @param onChange told after each change, with what the file lists now
 */
export function openConfigFile(
  file: string,
  lookup: Lookup,
  onChange: (now: ConfiguredServers) => void,
  { everyMs = EVERY_MS, key = '' } = {},
): ConfigFile {
  // Taken before it is read: what changes in between is noticed at the first look.
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

/** Another one for every other state of the file. */
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
