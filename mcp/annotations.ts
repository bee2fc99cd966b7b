/**
 * The contract that everything else reads: what a tool declares about itself, what that means once trust is taken into
 * account, and the resulting risk. Pure, imports nothing, used on both sides. Defaults: MCP specification,
 * ToolAnnotations (2025-11-25 and 2026-07-28 agree).
 */

/** The four hints, all given. A tool cannot be both read-only and destructive: that does not compile. */
export type Annotations = Readonly<
  | { readOnlyHint: true; destructiveHint: false; idempotentHint: boolean; openWorldHint: boolean }
  | { readOnlyHint: false; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }
>;

/** The hints as resolved: defaults and trust applied. A server may still contradict itself here. */
export type ResolvedAnnotations = Readonly<{
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}>;

/** The names of the hints, in the order in which people read them. */
export const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

export type Risk = 'read-only' | 'write' | 'destructive';

export const READ_ONLY = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const satisfies Annotations;

export const WRITE = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const satisfies Annotations;

export const DESTRUCTIVE = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
} as const satisfies Annotations;

/**
 * Resolves declared annotations, as a server sent them, to the four hints. An untrusted server's hints all count as
 * absent, and so does any value that is not a boolean. Absent hints get MCP's defaults: not read-only, destructive, not
 * idempotent, open world. `destructiveHint` has a meaning only for a tool that is not read-only (MCP, ToolAnnotations),
 * so a declared read-only tool that says nothing about destruction resolves to "not destructive"; one that claims both
 * keeps both, and counts as destructive.
 * @param doubted hints that are known to be doubtful: they count as absent as well
 */
export function resolve(
  declared: unknown,
  trusted: boolean,
  doubted: readonly (keyof ResolvedAnnotations)[] = [],
): ResolvedAnnotations {
  const hint = (name: keyof ResolvedAnnotations): boolean | undefined => {
    if (!trusted || typeof declared !== 'object' || declared === null) return undefined;
    if (!Object.hasOwn(declared, name) || doubted.includes(name)) return undefined;
    const value: unknown = Reflect.get(declared, name);
    return typeof value === 'boolean' ? value : undefined;
  };
  const readOnlyHint = hint('readOnlyHint') ?? false;
  return {
    readOnlyHint,
    destructiveHint: hint('destructiveHint') ?? !readOnlyHint,
    idempotentHint: hint('idempotentHint') ?? false,
    openWorldHint: hint('openWorldHint') ?? true,
  };
}

/** The risk that policy, card, instructions and queue read. If in doubt: destructive. */
export function riskOf(hints: ResolvedAnnotations): Risk {
  if (hints.readOnlyHint) return hints.destructiveHint ? 'destructive' : 'read-only';
  return hints.destructiveHint ? 'destructive' : 'write';
}
