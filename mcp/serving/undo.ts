/**
 * How a tool names its inverse: another tool of its server, and how that one's arguments come of the call that is taken back.
 * What stands for `$input.PATH`, `$result.PATH` or `$call` is read by own properties alone; everything else is meant as it stands.
 * Pure, imports nothing.
 */

/** In a tool's `_meta`: what takes back a call of it. */
export const UNDO_META = 'amber/undo';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type UndoHint = {
  /** The server's own name of it. */
  tool: string;
  arguments: { [key: string]: Json };
  /** A path: only where `true` stands there the call changed something. Absent: every call that succeeded did. */
  when?: string;
};

/** A call that has ended well. */
export interface DoneCall {
  /** The id that travelled with it. */
  id: string;
  input: unknown;
  /** Its structured content. */
  result: unknown;
}

const MOST_CHARACTERS = 4_000;
const MOST_DEPTH = 5;
const MAX_NAME = 128;
const PATH = /^\$(?:call$|(?:input|result)(?:\.[^.]+)+$)/;

/** What `_meta` says, where it can be meant; anything else is no word of an inverse. */
export function undoHintIn(said: unknown): UndoHint | undefined {
  if (!isObject(said)) return undefined;
  const { tool, arguments: args = {}, when } = said;
  if (typeof tool !== 'string' || tool === '' || tool.length > MAX_NAME) return undefined;
  if (!isArguments(args) || JSON.stringify(args).length > MOST_CHARACTERS) return undefined;
  if (when === undefined) return { tool, arguments: args };
  return typeof when === 'string' && PATH.test(when) ? { tool, arguments: args, when } : undefined;
}

/** The arguments that take this very call back; nothing: it changed nothing, or does not hold what they are made of. */
export function undoArguments(hint: UndoHint, call: DoneCall): Record<string, unknown> | undefined {
  if (hint.when !== undefined && at(hint.when, call) !== true) return undefined;
  try {
    return filled(hint.arguments, call) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof Missing) return undefined;
    throw error;
  }
}

class Missing extends Error {}

function filled(template: unknown, call: DoneCall): unknown {
  if (typeof template === 'string' && template.startsWith('$')) {
    const value = at(template, call);
    if (value === undefined) throw new Missing(template);
    return value;
  }
  if (Array.isArray(template)) return template.map((one) => filled(one, call));
  if (!isObject(template)) return template;
  return Object.fromEntries(Object.entries(template).map(([key, one]) => [key, filled(one, call)]));
}

function at(path: string, { id, input, result }: DoneCall): unknown {
  const [root, ...steps] = path.split('.');
  let value: unknown = root === '$call' ? id : root === '$input' ? input : result;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}

/** A text that begins with `$` is a path, or nothing that we could make something of. */
function isTemplate(value: unknown, depth: number): value is Json {
  if (depth > MOST_DEPTH) return false;
  if (typeof value === 'string') return !value.startsWith('$') || PATH.test(value);
  if (Array.isArray(value)) return value.every((one) => isTemplate(one, depth + 1));
  if (!isObject(value)) return true;
  return Object.entries(value).every(([key, one]) => key !== '__proto__' && isTemplate(one, depth + 1));
}

function isArguments(value: unknown): value is UndoHint['arguments'] {
  return isObject(value) && isTemplate(value, 0);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
