/**
 * The operator's list of MCP servers, `mcp.json`, in the format of other clients. An entry that cannot be used is
 * reported under its name and does not affect the others. Addresses may be private, since the file is the operator's
 * own.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isOwnName } from '@/lib/tools/own-server-name';
import type { ConnectionProblem } from '@/lib/tools/types';
import type { ServerConfig } from '@/lib/transport/server-config';
import { isRecord } from '@/lib/values/records';
import { quoted } from '@/lib/values/text';
import { entryFrom, type Lookup } from './config-entry';

export interface ConfiguredServers {
  /** In the order of the file. */
  servers: ServerConfig[];
  problems: ConnectionProblem[];
}

/** A sentence for the log about each entry that holds a secret where others can read it. */
export function literalSecrets({ servers }: ConfiguredServers): { server: string; message: string }[] {
  return servers.flatMap(({ name, ...server }) => {
    if (!server.program || !server.literalSecrets) return [];
    const which = server.literalSecrets.join(', ');
    const message = `"args" hold what looks like a secret (argument ${which}): put it into a variable of Amber's environment and write \${NAME} in its place.`;
    return [{ server: name, message }];
  });
}

/** The file as a whole cannot be used. The message names the file and the remedy. */
export class McpConfigError extends Error {
  constructor(file: string, complaint: string) {
    super(
      `${file} ${complaint} Expected: { "mcpServers": { "name": { "url": "https://..." } or { "command": "..." } } }`,
    );
    this.name = 'McpConfigError';
  }
}

/**
 * Reads the file.
 * @param lookup returns the value of a `${NAME}`
 * @param key for the marks that replace secrets in arguments: Amber's secret
 * @throws McpConfigError
 */
export function readServers(file: string, lookup: Lookup, key?: string): ConfiguredServers {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new McpConfigError(file, 'cannot be read: check that it is a file and that Amber may read it.');
  }
  return parseServers(text, file, lookup, key);
}

/** Like `readServers`, from the file's text. */
export function parseServers(text: string, file: string, lookup: Lookup, key?: string): ConfiguredServers {
  const content = parse(text, file);
  if (!isRecord(content) || !isRecord(content.mcpServers)) {
    throw new McpConfigError(file, 'does not list servers.');
  }
  const found: ConfiguredServers = { servers: [], problems: [] };
  for (const [name, value] of Object.entries(content.mcpServers)) {
    const server = complaintAbout(name) ?? entryFrom(name, value, lookup, key);
    if (typeof server !== 'string') found.servers.push(server);
    else
      found.problems.push({
        server: complaintAbout(name) ? quoted(name) : name,
        message: `${basename(file)}: ${server}`,
      });
  }
  return found;
}

/** The parser's message may quote the file, which may hold a secret, so only the position is reported. */
function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1];
    const line = position ? ` at line ${text.slice(0, Number(position)).split('\n').length}` : '';
    throw new McpConfigError(file, `is not valid JSON${line}.`);
  }
}

/** Why a server cannot have this name; undefined if it can. */
export function complaintAbout(name: string): string | undefined {
  if (isOwnName(name)) return `"${name}" is the name of the built-in server; choose another.`;
  if (!/^[a-z0-9_-]{1,32}$/.test(name)) return 'a name has 1 to 32 of a-z, 0-9, - and _.';
  const isAmbiguous = name.includes('__') || name.endsWith('_');
  if (isAmbiguous)
    return 'a name must not contain "__" or end with "_": what the model calls begins with it.';
  if (name in {}) return `a name must not be ${quoted(name)}.`;
  return undefined;
}
