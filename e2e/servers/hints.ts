/** Hints declared by tools of the recording server, as servers spell them. */

type Hints = Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>;

export const READS: Hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

export const WRITES: Hints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Only adds, and must not run twice. */
export const ADDS: Hints = { ...WRITES, idempotentHint: false };

export const DESTROYS: Hints = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
};

/** `_meta` of a tool that only says what another one would do. */
export const COMPANION = { 'amber/companion': true };
