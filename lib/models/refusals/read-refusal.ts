/**
 * Interprets a provider's refusal of a request: whether it is about the tools, which of them it names, and why, in our
 * own words. The provider's text stays here, since it may quote keys and addresses.
 */
import { APICallError } from 'ai';

/** Status codes that refuse the request itself; anything else (keys, quotas, overload) is not about tools. */
const REFUSED = new Set([400, 422]);
const MAX_TEXT = 20_000;

export interface Refusal {
  /** Index of the named tool among those that were sent; undefined: it may be any of them, or none. */
  named?: number;
  why: string;
}

/** Refusals that are not about tools. */
const OTHERWISE =
  /context[ _-]?(?:length|window)|maximum context|(?:prompt|input|messages?) (?:is|are|has|have)? ?too (?:long|large|many)|too many (?:input )?tokens|max_?(?:output_|completion_)?tokens|token limit|rate.?limit|quota|billing|credit|api.?key|unauthori[sz]ed|permission|content.?(?:policy|filter|management)|safety|image|model [`'"]?[\w.:/-]+[`'"]? (?:is not|does not|was not|not)|unsupported (?:model|parameter)|(?:temperature|top_p|reasoning|stream|store)\b/i;

/**
 * A tool named by its index, in the spelling of OpenAI, Anthropic, and Gemini, whose tools are one list of all, or
 * lists of one each. The rest of the answer may quote the author of a schema, so only the first index counts.
 */
const PLACES = [
  /\btools\[(\d+)\]\.(?:function|parameters|description|name|input_schema|custom)(?!_?declarations)/i,
  /\btools\.(\d+)\.(?:custom|input_schema|function|parameters|name|description|[A-Za-z]*ToolDefinition)/,
  /\btools\[(\d+)\]\.function_?declarations\[(\d+)\]/i,
];
/** A tool named by its name: directly after what it is, or before, as Vertex does. */
const NAMES = [
  /\b(?:function|tool)(?: name)?:? ['"`]([^'"`\n]{1,200})['"`]/i,
  /['"`]([^'"`\n]{1,200})['"`] function_?declaration/i,
];

const REASONS: readonly [RegExp, string][] = [
  [/missing items|items: missing field/i, 'a list that does not say of what'],
  [/missing properties|should be non-empty|is not of type 'object'/i, 'an object that does not say of what'],
  [/top level|any_of|oneOf|anyOf|allOf/i, 'alternatives where it takes none'],
  [/too long|maximum length|at most \d+ characters/i, 'a name or text that is too long for it'],
  [/property keys|function name/i, 'a name that it does not take'],
  [/regex|pattern|grammar/i, 'a pattern that it does not take'],
  [/enum/i, 'choices that it does not take'],
  [/format/i, 'a format that it does not take'],
  [/draft|unknown name|\$ref|\$schema/i, 'words of JSON Schema that it does not know'],
];

/**
 * @param names of the tools that were sent, in their order
 * @returns null if it is not about tools
 */
export function readRefusal(error: unknown, names: readonly string[]): Refusal | null {
  if (!isRefusal(error)) return null;
  const text = textOf(error);
  const named = namedIn(text, names);
  if (named === undefined && OTHERWISE.test(text)) return null;
  const why =
    REASONS.find(([pattern]) => pattern.test(text))?.[1] ??
    'its arguments are described in a way that it does not take';
  return { ...(named !== undefined && { named }), why };
}

/** Whether the provider read the request and will not accept it, however often it is sent. */
export function isRefusal(error: unknown): error is APICallError {
  return APICallError.isInstance(error) && REFUSED.has(error.statusCode ?? 0);
}

/** A name counts only in a complaint about schemas; in any other it names no culprit. */
const ABOUT_SCHEMAS = /schema|function_?declaration|parameters/i;

/** Whichever is named first, by index or by name. */
function namedIn(text: string, names: readonly string[]): number | undefined {
  const places = PLACES.flatMap((pattern) => {
    const found = pattern.exec(text);
    return found ? [{ index: found.index, at: Number(found[1]) + Number(found[2] ?? 0) }] : [];
  });
  const called = NAMES.flatMap((pattern) => {
    const found = ABOUT_SCHEMAS.test(text) ? pattern.exec(text) : null;
    return found ? [{ index: found.index, at: names.indexOf(found[1] ?? '') }] : [];
  });
  const [first] = [...places, ...called].sort((one, other) => one.index - other.index);
  return first && first.at >= 0 && first.at < names.length ? first.at : undefined;
}

/** Every text in the answer, with quotes unescaped. */
function textOf({ message, responseBody = '' }: APICallError): string {
  const body = responseBody.slice(0, MAX_TEXT);
  try {
    return [message, ...textsIn(JSON.parse(body))].join('\n').slice(0, MAX_TEXT);
  } catch {
    return `${message}\n${body}`.slice(0, MAX_TEXT);
  }
}

function textsIn(value: unknown, depth = 5): string[] {
  if (typeof value === 'string') return [value, ...withoutEscapes(value)];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.values(value).flatMap((member) => textsIn(member, depth - 1));
}

/** Gateways quote the answer of the provider behind them, as JSON inside a string. */
function withoutEscapes(text: string): string[] {
  return text.includes('\\"') ? [text.replaceAll('\\"', '"')] : [];
}
