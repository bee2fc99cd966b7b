/** The rows of servers.json and clients.json, as they are in the files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One call, made through the scripted model and confirmed on its card. */
export interface CallSpec {
  tool: string;
  input: Record<string, unknown>;
  /** The required outcome in the call's record. */
  ends: 'success' | 'error' | 'unknown';
  /** A regular expression that the text shown to the person must match. */
  has?: string;
  /** It returns an image, audio or a file: it must reach the page, and an image must reach the model. */
  media?: 'image' | 'audio' | 'resource';
  /** It reports progress, which must be shown on the page while it runs. */
  progress?: boolean;
}

export interface ServerSpec {
  /** `name@version`, as npm takes it. */
  package: string;
  /** Which of the package's programs, if it has several. */
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
  /** The name of the row if one package has several. */
  as?: string;
  /** The number of its tools when the row was written. */
  tools?: number;
  /** It cannot list here, in any client: a regular expression for what must be shown on the *Servers* page. */
  cannot?: string;
  /** Which of the findings are the server's own doing. */
  own?: string;
  /** Occurs in `args` and must never be shown. */
  secrets?: string[];
  calls?: CallSpec[];
  /** It was added to the table after 2026-11-22. */
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
  /** It can cancel a call in progress. */
  canAbort?: boolean;
  /** Its time limit can be set, so the person need not take more than a minute. */
  patience?: boolean;
  /** Which of the findings are the client's own doing, or why it cannot complete the story. */
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

/** The name of a row; a package may have several rows in a table. */
export function nameOf({ package: name, as }: { package: string; as?: string }): string {
  return as ? `${name} (${as})` : name;
}

/** A name that is valid for a folder, a file and an entry of mcp.json. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-|-$/g, '');
}
