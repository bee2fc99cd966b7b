/**
 * The operator's file, read at start and again whenever it changes. Looked at every other second rather than watched:
 * that notices every way of replacing a file.
 */
import { statSync, unwatchFile, watchFile } from 'node:fs';
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
  const seen = statSync(file, { throwIfNoEntry: false });
  let servers = readOrProblem(file, lookup, key);
  const look = () => {
    servers = readOrProblem(file, lookup, key);
    onChange(servers);
  };
  watchFile(file, { interval: everyMs, persistent: false }, (now, before) => {
    if (now.mtimeMs !== before.mtimeMs || now.size !== before.size || now.ino !== before.ino) look();
  });
  // What changed between the reading and the first look would never be noticed.
  const since = statSync(file, { throwIfNoEntry: false });
  if (since?.mtimeMs !== seen?.mtimeMs || since?.size !== seen?.size)
    servers = readOrProblem(file, lookup, key);
  return { current: () => servers, close: () => unwatchFile(file) };
}

function readOrProblem(file: string, lookup: Lookup, key: string): ConfiguredServers {
  try {
    return readServers(file, lookup, key);
  } catch (error) {
    if (!(error instanceof McpConfigError)) throw error;
    return { servers: [], problems: [{ server: basename(file), message: error.message }] };
  }
}
