/**
 * Which read-only tool shows the record that calls of another are about, and how its arguments come of the call's own: what an admin
 * says is checked against both schemas, and what fits by names is proposed. Pure.
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
const INPUT = /^\$input\.([^.]+)(\..+)?$/;

/** Whether it may show a record: it reads, and what it says stays on its server. */
export function mayShow({ risk, annotations, isForApp }: Mapped): boolean {
  return risk === 'read-only' && !annotations.openWorldHint && !isForApp;
}

/** Why the record of a tool cannot be shown so, in words that follow "The record of it cannot be shown so:"; nothing: it can. */
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

/** What fits by its names: a tool that reads what the other one changes, and needs no more than that is told. */
export function recordProposals(tool: Mapped, all: readonly Mapped[]): ShownRecord[] {
  if (tool.risk === 'read-only') return [];
  const own = propertiesOf(tool);
  const noun = nounOf(tool.name);
  const proposed = all.flatMap((reader): ShownRecord[] => {
    const required = requiredOf(reader);
    if (!mayShow(reader) || required.length === 0 || noun === '' || nounOf(reader.name) !== noun) return [];
    const given = required.map((argument) => [argument, sourceOf(argument, own, noun)] as const);
    if (given.some(([, from]) => from === undefined)) return [];
    const hint = {
      tool: reader.name,
      arguments: Object.fromEntries(given.map(([argument, from]) => [argument, `$input.${from}`])),
    };
    return mappingComplaint(tool, reader, hint) ? [] : [hint];
  });
  return proposed.slice(0, MOST_PROPOSED);
}

const MOST_TAKEN = 60;

/** Its arguments, for a form. */
export function argumentsOf(tool: Mapped): { name: string; required: boolean }[] {
  const required = requiredOf(tool);
  const names = Object.keys(propertiesOf(tool)).filter((name) => !name.includes('.'));
  return names.slice(0, MOST_TAKEN).map((name) => ({ name, required: required.includes(name) }));
}

/** The argument of the same name; an id also by the name of what it is of. */
function sourceOf(argument: string, own: Record<string, unknown>, noun: string): string | undefined {
  const names = Object.keys(own).filter((name) => !name.includes('.'));
  const plain = (name: string) => wordsOf(name).join(' ');
  const same = names.find((name) => plain(name) === plain(argument));
  if (same !== undefined || plain(argument).split(' ').at(-1) !== 'id') return same;
  const ids = ['id', `${noun} id`];
  return ids.includes(plain(argument)) ? names.find((name) => ids.includes(plain(name))) : undefined;
}

/** What a name is about: its words without the verb, each as of one. */
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
