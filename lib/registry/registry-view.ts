// Shared with the browser: types and pure functions only.
/** The contents of a registry of MCP servers, as an admin sees them: others' words, checked only for their format. */

export interface RegistryEntry {
  /** Such as `io.github.user/weather`. */
  name: string;
  title: string | null;
  description: string;
  version: string;
  /** The registry's status of this version; null if it gives none. */
  status: 'active' | 'deprecated' | 'deleted' | null;
  statusMessage: string | null;
  publishedAt: string | null;
  isLatest: boolean;
}

export interface RegistryPage {
  /** Of the registry. */
  host: string;
  entries: RegistryEntry[];
  /** How many entries of this page are invalid, and are not shown. */
  leftOut: number;
  /** The cursor of the next page; null if there is none. */
  next: string | null;
}

/** A value that a person enters, or that the entry specifies. */
export interface RegistryInput {
  name: string;
  description: string | null;
  placeholder: string | null;
  /** The field's initial value. */
  preset: string | null;
  choices: string[];
  format: 'string' | 'number' | 'boolean' | 'filepath';
  isRequired: boolean;
  isSecret: boolean;
  /** Specified by the entry rather than entered. */
  value: string | null;
}

export interface RegistryHeader extends RegistryInput {
  /** Variables in `{braces}` in its value. */
  variables: RegistryInput[];
}

/** Why it cannot be added from here. */
export type CannotAdd = 'transport' | 'address' | 'secret-address' | 'headers' | 'placeholder' | 'deleted';

export interface RegistryRemote {
  /** The entry's name for it. */
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
  /** For `mcp.json`, in ASCII; null if none can be written. */
  lines: string | null;
  why: NoLines | null;
}

export interface RegistryServer extends RegistryEntry {
  website: string | null;
  repository: string | null;
  /** A suggested name for it here. */
  suggested: string;
  remotes: RegistryRemote[];
  packages: RegistryPackage[];
}

export const MOST_SEARCH = 100;
export const MOST_NAME = 200;
export const MOST_VERSION = 255;
