/**
 * The operator's list of MCP servers, `mcp.json`, in the shape other clients use. An entry that cannot be used
 * is reported under its name and harms no other. Addresses may be private: the file is the operator's own.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { quoted } from './connection-error';
import { isRecord } from './json-rpc';
import type { ConnectionProblem } from './types';

/** Name of our own server's connection; no other may take it. */
export const OWN_SERVER = 'amber';

export interface ServerConfig {
  name: string;
  url: string;
  /** With every `${NAME}` filled in. */
  headers: Readonly<Record<string, string>>;
  /** Whether its annotations count. */
  trusted: boolean;
  /** How long one call may take, in milliseconds. Absent: see `limits.ts`. */
  timeoutMs?: number;
  /** How many calls may be under way at once. Absent: see `limits.ts`. */
  maxConcurrency?: number;
}

export interface ConfiguredServers {
  /** In the order of the file. */
  servers: ServerConfig[];
  problems: ConnectionProblem[];
}

/** The file as a whole cannot be used. The message names the file and the remedy. */
export class McpConfigError extends Error {
  constructor(file: string, complaint: string) {
    super(`${file} ${complaint} Expected: { "mcpServers": { "name": { "url": "https://..." } } }`);
    this.name = 'McpConfigError';
  }
}

type Lookup = (name: string) => string | undefined;

/** Headers that belong to the protocol. */
const RESERVED_HEADER =
  /^(mcp-.*|accept|connection|content-length|content-type|expect|host|keep-alive|te|transfer-encoding|upgrade)$/i;

const headerList = z.record(z.string(), z.string(), { error: 'must be an object of texts' });

const entry = z.object({
  url: z
    .string({ error: 'is missing: only servers with an address (Streamable HTTP) are supported' })
    .refine(isUsableUrl, {
      error: 'must be an address with http:// or https://, without a user, a password or placeholders',
    }),
  headers: headerList.default({}),
  trusted: z.boolean({ error: 'must be true or false' }).default(false),
  timeoutMs: z
    .int({ error: 'must be a whole number of milliseconds' })
    .min(100, { error: 'must be at least 100' })
    .max(600_000, { error: 'must be at most 600000' })
    .optional(),
  maxConcurrency: z
    .int({ error: 'must be a whole number of calls' })
    .min(1, { error: 'must be at least 1' })
    .max(64, { error: 'must be at most 64' })
    .optional(),
});

/**
 * Reads the file.
 *
 * @param lookup gives the value of a `${NAME}` in a header.
 * @throws McpConfigError
 */
export function readServers(file: string, lookup: Lookup): ConfiguredServers {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new McpConfigError(file, 'cannot be read: check that it is a file and that Amber may read it.');
  }
  return parseServers(text, file, lookup);
}

/** As `readServers`, from the file's text. */
export function parseServers(text: string, file: string, lookup: Lookup): ConfiguredServers {
  const content = parse(text, file);
  if (!isRecord(content) || !isRecord(content.mcpServers)) {
    throw new McpConfigError(file, 'does not list servers.');
  }
  const found: ConfiguredServers = { servers: [], problems: [] };
  for (const [name, value] of Object.entries(content.mcpServers)) {
    const complaint = complaintAbout(name) ?? complaintAboutKind(value);
    const server = complaint ?? serverFrom(name, value, lookup);
    if (typeof server !== 'string') found.servers.push(server);
    else
      found.problems.push({
        server: complaintAbout(name) ? quoted(name) : name,
        message: `${basename(file)}: ${server}`,
      });
  }
  return found;
}

/** The parser's own words may quote the file, which may hold a secret: only the place is told. */
function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1];
    const line = position ? ` at line ${text.slice(0, Number(position)).split('\n').length}` : '';
    throw new McpConfigError(file, `is not valid JSON${line}.`);
  }
}

function complaintAbout(name: string): string | undefined {
  if (name === OWN_SERVER) return `"${OWN_SERVER}" is the name of the built-in server; choose another.`;
  if (!/^[a-z0-9_-]{1,32}$/.test(name)) return 'a name has 1 to 32 of a-z, 0-9, - and _.';
  if (name.includes('__') || name in {}) return `a name must not contain "__" or be ${quoted(name)}.`;
  return undefined;
}

function complaintAboutKind(value: unknown): string | undefined {
  if (!isRecord(value)) return 'the entry is not an object.';
  if ('command' in value) return 'it starts a program ("command"), which is not supported yet; use "url".';
  const { type } = value;
  if (type === undefined || type === 'http' || type === 'streamable-http') return undefined;
  return `the type ${quoted(String(type))} is not supported yet; use "http" (Streamable HTTP).`;
}

function serverFrom(name: string, value: unknown, lookup: Lookup): ServerConfig | string {
  const parsed = entry.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `"${issue?.path.join('.')}" ${issue?.message}.`;
  }
  const headers: Record<string, string> = Object.create(null);
  for (const [header, template] of Object.entries(parsed.data.headers)) {
    if (RESERVED_HEADER.test(header)) return `the header ${quoted(header)} is set by Amber; remove it.`;
    const filled = fill(template, lookup);
    if ('missing' in filled) {
      return `\${${filled.missing}} in the header ${quoted(header)} has no value: set it and start again (Amber's own settings are not given out).`;
    }
    if (!isHeader(header, filled.text)) return `the header ${quoted(header)} cannot be sent as it stands.`;
    headers[header] = filled.text;
  }
  return { ...parsed.data, name, headers };
}

function fill(template: string, lookup: Lookup): { text: string } | { missing: string } {
  let missing: string | undefined;
  const text = template.replace(/\$\{([^}]*)\}/g, (_whole, name: string) => {
    const value = lookup(name);
    if (!value) missing ??= name;
    return value ?? '';
  });
  return missing === undefined ? { text } : { missing };
}

function isHeader(name: string, value: string): boolean {
  try {
    new Headers([[name, value]]);
    return true;
  } catch {
    return false;
  }
}

function isUsableUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || text.includes('${')) return false;
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}
