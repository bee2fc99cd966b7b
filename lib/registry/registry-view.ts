// Shared with the browser: types and pure functions only.
/** What a registry of MCP servers says, as an admin sees it: words of others, checked for their shape and for nothing else. */

export interface RegistryEntry {
  /** Such as `io.github.user/weather`. */
  name: string;
  title: string | null;
  description: string;
  version: string;
  /** What the registry says of this version; null: nothing. */
  status: 'active' | 'deprecated' | 'deleted' | null;
  statusMessage: string | null;
  publishedAt: string | null;
  isLatest: boolean;
}

export interface RegistryPage {
  /** Of the registry. */
  host: string;
  entries: RegistryEntry[];
  /** How many entries of this page are not as the schema says, and are not shown. */
  leftOut: number;
  /** With what the next page is asked for; null: there is none. */
  next: string | null;
}

/** One thing that a person enters, or that the entry gives. */
export interface RegistryInput {
  name: string;
  description: string | null;
  placeholder: string | null;
  /** What stands in the field at first. */
  preset: string | null;
  choices: string[];
  format: 'string' | 'number' | 'boolean' | 'filepath';
  isRequired: boolean;
  isSecret: boolean;
  /** Given by the entry, and not entered. */
  value: string | null;
}

export interface RegistryHeader extends RegistryInput {
  /** What stands in `{braces}` in its value. */
  variables: RegistryInput[];
}

/** Why it cannot be added from here. */
export type CannotAdd = 'transport' | 'address' | 'secret-address' | 'headers' | 'placeholder' | 'deleted';

export interface RegistryRemote {
  /** As the entry calls it. */
  transport: string;
  type: 'http' | 'sse';
  /** With variables in `{braces}`. */
  url: string;
  variables: RegistryInput[];
  headers: RegistryHeader[];
  cannot: CannotAdd | null;
}

/** Why there are no lines for it. */
export type NoLines = 'kind' | 'transport' | 'name' | 'place' | 'launcher' | 'placeholder' | 'long';

export interface RegistryPackage {
  /** npm, pypi, oci, mcpb, or whatever the entry says. */
  kind: string;
  identifier: string;
  version: string | null;
  sha256: string | null;
  /** For `mcp.json`, in ASCII; null: none can be written. */
  lines: string | null;
  why: NoLines | null;
}

export interface RegistryServer extends RegistryEntry {
  website: string | null;
  repository: string | null;
  /** A name that it may have here. */
  suggested: string;
  remotes: RegistryRemote[];
  packages: RegistryPackage[];
}

export const MOST_SEARCH = 100;
export const MOST_NAME = 200;
export const MOST_VERSION = 255;
