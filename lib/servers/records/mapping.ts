/**
 * Which read-only tool shows the record that calls of another tool are about, and how its arguments follow from the
 * call's own. An admin's choice is checked against both schemas, and matches by name are proposed. Pure.
 */
import { violations } from '@/lib/json-schema/json-schema';
import { isRecord } from '@/lib/values/records';
import { quoted } from '@/lib/values/text';
import type { RecordHint } from '@/mcp/serving/record';
import { verbOf, wordsOf } from '../doubts/verbs';
import type { ServerTool } from '../server-listing';
import type { ShownRecord } from './shown-record';

type Mapped = Pick<ServerTool, 'name' | 'inputSchema' | 'risk' | 'annotations' | 'isForApp'>;

const MOST_PROPOSED = 3;
/** How many readers of one thing are tried, and how many arguments a reader may require. */
const MOST_READERS = 20;
const MOST_REQUIRED = 10;
const INPUT = /^\$input\.([^.]+)(\..+)?$/;

/** Whether it may show a record: it only reads, and its answers come from its server alone (closed world). */
export function mayShow({ risk, annotations, isForApp }: Mapped): boolean {
  return risk === 'read-only' && !annotations.openWorldHint && !isForApp;
}

/** Why this mapping is not possible, in words that follow "The record of it cannot be shown so:"; nothing if it is. */
export function mappingComplaint(
  tool: Mapped,
  reader: Mapped | undefined,
  { tool: name, arguments: given }: RecordHint,
) {
  if (tool.risk === 'read-only') return 'it changes nothing';
  if (!reader || !mayShow(reader))
    return `${quoted(name)} is no read-only tool of this server that stays on it`;
  const [own, its] = [propertiesOf(tool), propertiesOf(reader)];
  const missing = requiredOf(reader).find((argument) => !Object.hasOwn(given, argument));
  if (missing !== undefined) return `${quoted(missing)} of ${quoted(name)} is not given`;
  for (const [argument, value] of Object.entries(given)) {
    if (!Object.hasOwn(its, argument)) return `${quoted(name)} takes no ${quoted(argument)}`;
    const complaint = valueComplaint(own, its[argument], value);
    if (complaint) return `${quoted(argument)} ${complaint}`;
  }
  return undefined;
}

function valueComplaint(own: Record<string, unknown>, its: unknown, value: unknown): string | undefined {
  const from = typeof value === 'string' ? INPUT.exec(value) : null;
  if (!from) {
    const [first] = isRecord(its) ? violations(its, value, { patterns: false }) : [];
    return first && 'is given what it does not take';
  }
  const [, argument = '', deeper] = from;
  if (!Object.hasOwn(own, argument)) return `comes of ${quoted(argument)}, which the tool does not take`;
  const [is, takes] = [typeOf(own[argument]), typeOf(its)];
  const fits = deeper !== undefined || is === undefined || takes === undefined || is === takes;
  return fits ? undefined : `is of another kind than ${quoted(argument)}`;
}

/** A tool that may show a record, prepared for proposals. */
interface Reader {
  tool: Mapped;
  required: { name: string; plain: string }[];
}

/**
 * Mappings that match by name: a tool that reads what the other one changes, and requires no more than is given. Each
 * name is split only once per server, however many tools it has: readers are looked up by what they are about.
 */
export function recordProposals(all: readonly Mapped[]): (tool: Mapped) => ShownRecord[] {
  let readers: Map<string, Reader[]> | undefined;
  return (tool) => {
    if (tool.risk === 'read-only') return [];
    readers ??= readersByNoun(all);
    const noun = nounOf(tool.name);
    const about = readers.get(noun) ?? [];
    if (about.length === 0) return [];
    const own = argumentsByWords(tool);
    const proposed: ShownRecord[] = [];
    for (const reader of about) {
      const hint = proposalOf(reader, own, noun);
      if (hint && !mappingComplaint(tool, reader.tool, hint)) proposed.push(hint);
      if (proposed.length === MOST_PROPOSED) break;
    }
    return proposed;
  };
}

function readersByNoun(all: readonly Mapped[]): Map<string, Reader[]> {
  const readers = new Map<string, Reader[]>();
  for (const tool of all) {
    if (!mayShow(tool)) continue;
    const required = requiredOf(tool);
    const noun = nounOf(tool.name);
    const known = readers.get(noun) ?? [];
    const isUsable = required.length > 0 && required.length <= MOST_REQUIRED && noun !== '';
    if (!isUsable || known.length === MOST_READERS) continue;
    const named = required.map((name) => ({ name, plain: plainWords(name) }));
    readers.set(noun, [...known, { tool, required: named }]);
  }
  return readers;
}

function proposalOf(
  { tool, required }: Reader,
  own: ReadonlyMap<string, string>,
  noun: string,
): ShownRecord | undefined {
  const given: [string, string][] = [];
  for (const { name, plain } of required) {
    const from = sourceOf(plain, own, noun);
    if (from === undefined) return undefined;
    given.push([name, `$input.${from}`]);
  }
  return { tool: tool.name, arguments: Object.fromEntries(given) };
}

const MOST_TAKEN = 60;

/** Its arguments, for a form. */
export function argumentsOf(tool: Mapped): { name: string; required: boolean }[] {
  const required = requiredOf(tool);
  const names = Object.keys(propertiesOf(tool)).filter((name) => !name.includes('.'));
  return names.slice(0, MOST_TAKEN).map((name) => ({ name, required: required.includes(name) }));
}

/** A name without Latin letters stands for itself. */
const plainWords = (name: string) => wordsOf(name).join(' ') || name;

/** The names of its arguments by their words; the first of those with the same words. */
function argumentsByWords(tool: Mapped): Map<string, string> {
  const names = Object.keys(propertiesOf(tool)).filter((name) => !name.includes('.'));
  return new Map(names.reverse().map((name) => [plainWords(name), name]));
}

/** The argument of the same name; for an id, also one named after the thing it identifies. */
function sourceOf(plain: string, own: ReadonlyMap<string, string>, noun: string): string | undefined {
  const same = own.get(plain);
  const ids = ['id', `${noun} id`];
  if (same !== undefined || !ids.includes(plain)) return same;
  return ids.map((id) => own.get(id)).find((name) => name !== undefined);
}

/** The subject of a name: its words without the verb, each in the singular. */
function nounOf(name: string): string {
  const verb = verbOf(name)?.word;
  const words = wordsOf(name).filter((word) => word !== verb && !READING.has(word));
  return words.map((word) => (word.length > 3 ? word.replace(/s$/, '') : word)).join(' ');
}

const READING = new Set(['get', 'read', 'show', 'fetch', 'find', 'view', 'describe', 'retrieve', 'set']);

function propertiesOf({ inputSchema: { properties } }: Mapped): Record<string, unknown> {
  return isRecord(properties) ? properties : {};
}

function requiredOf({ inputSchema: { required } }: Mapped): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

function typeOf(schema: unknown): string | undefined {
  const type: unknown = isRecord(schema) ? schema.type : undefined;
  return typeof type === 'string' ? type : undefined;
}
