/** What is tried: the rows of servers.json and clients.json, as they stand in the files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One call, made through the scripted model and confirmed on its card. */
export interface CallSpec {
  tool: string;
  input: Record<string, unknown>;
  /** What the call's record must say. */
  ends: 'success' | 'error' | 'unknown';
  /** A regular expression that what the person sees must match. */
  has?: string;
  /** It answers a picture, a sound or a file: it must reach the page, and a picture the model. */
  media?: 'image' | 'audio' | 'resource';
  /** It tells how far it is, which must stand on the page while it runs. */
  progress?: boolean;
}

export interface ServerSpec {
  /** `name@version`, as npm takes it. */
  package: string;
  /** Which of the package's programs, where it has several. */
  bin?: string;
  /** `{folder}`, `{chromium}`, `{postgres}`, `{port}` and `{package}` are filled in. */
  args?: string[];
  env?: Record<string, string>;
  /** `loopback`: it needs this machine's own addresses. Otherwise it has no network at all. */
  network?: 'loopback';
  /** It is started beside Amber, which reaches it at this address, instead of as Amber's program. */
  url?: string;
  type?: 'sse';
  headers?: Record<string, string>;
  /** What the row is called where one package stands in several. */
  as?: string;
  /** How many tools it had when the row was written. */
  tools?: number;
  /** It cannot list here, in no client: what must stand at *Servers*, as a regular expression. */
  cannot?: string;
  /** Which of the findings are the server's own doing. */
  own?: string;
  /** Stands in `args` and must be shown to nobody. */
  secrets?: string[];
  calls?: CallSpec[];
  /** It came into the table after 2026-11-22. */
  isNew?: boolean;
}

export interface ClientSpec {
  package: string;
  /** Packages installed beside it. */
  beside?: string[];
  /** The program in `clients/` that drives it, or the entry of `agents.ts` for a whole agent. */
  driver: string;
  kind: 'library' | 'agent';
  as?: string;
  /** For its driver. */
  env?: Record<string, string>;
  /** It can call off a call that is under way. */
  canAbort?: boolean;
  /** How long it waits for an answer can be set: the person then need not take more than a minute. */
  patience?: boolean;
  /** Which of the findings are the client's own doing, or why it cannot go through the story. */
  own?: string;
  /** `none`: it cannot be tried here at all; `own` says why. */
  story?: 'none';
  isNew?: boolean;
}

const here = import.meta.dirname;

export function serverSpecs(): ServerSpec[] {
  return JSON.parse(readFileSync(join(here, 'servers.json'), 'utf8'));
}

export function clientSpecs(): ClientSpec[] {
  return JSON.parse(readFileSync(join(here, 'clients.json'), 'utf8'));
}

/** What a row is called; of one package several may stand in a table. */
export function nameOf({ package: name, as }: { package: string; as?: string }): string {
  return as ? `${name} (${as})` : name;
}

/** A name that a folder, a file and an entry of mcp.json may have. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-|-$/g, '');
}
