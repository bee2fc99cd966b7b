/**
 * Restates a server's refusal of arguments in terms of the arguments: server SDKs show people and models an error code,
 * the name of the tool and the issues of a validation library.
 */

import { parseJson } from '@/lib/transport/json-rpc';
import { isRecord } from '@/lib/values/records';
import { visible } from '@/lib/values/text';

const MOST = 8;
const LONGEST_PATH = 200;
const LONGEST_WORDS = 300;
/** Longer than any genuine refusal. */
const LONGEST_TEXT = 50_000;
/** `MCP error -32602: Input validation error: Invalid arguments for tool x: ` and parts of it. */
const PREFIX =
  /^(?:(?:McpError|Error): ?|MCP error -?\d+: ?|Input validation error: ?|Invalid (?:arguments|parameters|input)(?: for tool [^\s:]{1,200})?: ?|Invalid params: ?)+/;
/** pydantic: a field on one line, and below it what is wrong with it. */
const PYDANTIC = /^(\S.{0,200})\n {2}(.{1,500}?) \[type=(\w+)/gm;

/** Makes a server's text safe to show, with at most this many characters. */
type Shown = (words: string, most: number) => string;

/**
 * @param text the server's refusal
 * @param clean removes what nobody may read, before anything is cut
 * @returns the complaint, such as `"path" is missing; "limit" must be a number`; the text itself if it is no such
 * refusal
 */
export function argumentWords(text: string, clean: (text: string) => string = (words) => words): string {
  if (text.length > LONGEST_TEXT) return clean(text);
  const shown: Shown = (words, most) =>
    visible(clean(words).slice(0, most).toWellFormed().replace(/\s+/g, ' '));
  const bare = text.replace(PREFIX, '').trim();
  const issues = issuesIn(bare);
  const complaints = issues
    ? issues.map((issue) => complaintOf(issue, shown))
    : pydanticComplaints(bare, shown);
  if (complaints.length === 0) return clean(bare === '' ? text : bare);
  const told = [...new Set(complaints)];
  const more = told.length > MOST ? [`${told.length - MOST} more`] : [];
  // Cleaned once more as a whole: a secret may show only where a name meets its value.
  return clean([...told.slice(0, MOST), ...more].join('; '));
}

/** The issues of zod, bare or inside an object. */
function issuesIn(text: string): Record<string, unknown>[] | undefined {
  const from = text.search(/[[{]/);
  if (from === -1 || from > 200) return undefined;
  let value: unknown;
  try {
    value = parseJson(text.slice(from, Math.max(text.lastIndexOf(']'), text.lastIndexOf('}')) + 1));
  } catch {
    return undefined;
  }
  const list = isRecord(value) ? (value.issues ?? value.errors) : value;
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const isEach = list.every(
    (one) => isRecord(one) && Array.isArray(one.path) && typeof one.message === 'string',
  );
  return isEach ? (list as Record<string, unknown>[]) : undefined;
}

function complaintOf(issue: Record<string, unknown>, shown: Shown): string {
  const message = shown(String(issue.message), LONGEST_WORDS);
  const path = (issue.path as unknown[]).map(String).join('.');
  const subject = path === '' ? 'they' : `"${shown(path, LONGEST_PATH)}"`;
  const isMissing =
    issue.received === 'undefined' || /received undefined$/.test(message) || message === 'Required';
  if (issue.code === 'invalid_type' && isMissing) return `${subject} ${path === '' ? 'are' : 'is'} missing`;
  if (issue.code === 'invalid_type' && typeof issue.expected === 'string')
    return `${subject} must be ${article(shown(issue.expected, 40))}`;
  if (issue.code === 'unrecognized_keys' && Array.isArray(issue.keys))
    return `${issue.keys.map((key) => `"${shown(String(key), 60)}"`).join(', ')} is unknown`;
  return path === '' ? message : `${subject}: ${message}`;
}

function pydanticComplaints(text: string, shown: Shown): string[] {
  if (!/^\d+ validation errors? for /.test(text)) return [];
  return [...text.matchAll(PYDANTIC)].map(([, path = '', message = '', type = '']) => {
    const subject = `"${shown(path, LONGEST_PATH)}"`;
    return /^missing/.test(type) ? `${subject} is missing` : `${subject}: ${shown(message, LONGEST_WORDS)}`;
  });
}

function article(type: string): string {
  return `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
}
