/**
 * How a tool names its inverse: another tool of its server, and how that tool's arguments are derived from the call
 * being undone. `$input.PATH`, `$result.PATH` and `$call` are replaced, reading own properties only; everything else is
 * taken literally. Pure, imports nothing.
 */

/** `_meta` key: what undoes a call of the tool. */
export const UNDO_META = 'amber/undo';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type UndoHint = {
  /** The inverse's own name at its server. */
  tool: string;
  arguments: { [key: string]: Json };
  /** A path: the call changed something only if the value there is `true`. Absent: every call that succeeded did. */
  when?: string;
};

/** A call that has ended well. */
export interface DoneCall {
  /** The id that was sent with it. */
  id: string;
  input: unknown;
  /** Its structured content. */
  result: unknown;
}

const MOST_CHARACTERS = 4_000;
const MOST_DEPTH = 5;
const MAX_NAME = 128;
const PATH = /^\$(?:call$|(?:input|result)(?:\.[^.]+)+$)/;

/** The declaration in `_meta`, if it is valid; anything else declares no inverse. */
export function undoHintIn(said: unknown): UndoHint | undefined {
  if (!isObject(said)) return undefined;
  const { tool, arguments: args = {}, when } = said;
  if (typeof tool !== 'string' || tool === '' || tool.length > MAX_NAME) return undefined;
  if (!isArguments(args) || JSON.stringify(args).length > MOST_CHARACTERS) return undefined;
  if (when === undefined) return { tool, arguments: args };
  return typeof when === 'string' && PATH.test(when) ? { tool, arguments: args, when } : undefined;
}

/** The arguments that undo this call; nothing if it changed nothing, or lacks what they are made of. */
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

/** A text that begins with `$` must be a valid path; otherwise the whole declaration is invalid. */
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
