/**
 * Hints that cannot be true: what a tool declares about itself, compared with its own words and schema. A doubted hint
 * counts as absent, which in MCP is the stricter reading, until an admin says that it is true. Only hints that make us
 * less careful are doubted, and only if the words are unambiguous: every doubt about a true hint makes people answer
 * needless questions.
 */
import { isRecord, own } from '@/lib/values/records';
import type { Declaration } from '../declaration-change';
import { type Verb, verbOf, verbOfSentence, wordsOf } from './verbs';

/** Hints that make us less careful if they are true. */
export const DOUBTED_HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint'] as const;
export type DoubtedHint = (typeof DOUBTED_HINTS)[number];

export interface Doubt {
  hint: DoubtedHint;
  /** What contradicts the hint. */
  by: 'name' | 'title' | 'description' | 'argument';
  /** The contradicting word: the server's own. */
  word: string;
}

export type Doubtable = Pick<Declaration, 'title' | 'description' | 'inputSchema' | 'annotations'> & {
  name: string;
};

interface Saying extends Verb {
  by: Doubt['by'];
}

/** At most one for each hint: its plainest contradiction. */
export function doubtsOf(tool: Doubtable): Doubt[] {
  const { annotations } = tool;
  const says = sayingsOf(tool);
  const readsOnly = own(annotations, 'readOnlyHint') === true;
  const destroys = says.find(({ kind }) => kind === 'destroys');
  const doubts: (Doubt | undefined)[] = [];
  const because = (hint: DoubtedHint, said: Pick<Doubt, 'by' | 'word'> | undefined) =>
    said && { hint, by: said.by, word: said.word };
  if (readsOnly) doubts.push(because('readOnlyHint', destroys ?? says.find(({ kind }) => kind !== null)));
  if (own(annotations, 'destructiveHint') === false)
    doubts.push(because('destructiveHint', destroys ?? (readsOnly ? undefined : overwriting(tool))));
  if (own(annotations, 'idempotentHint') === true && !hasKey(tool))
    doubts.push(because('idempotentHint', says.find(({ repeats }) => repeats) ?? adding(tool, says)));
  return doubts.filter((doubt) => doubt !== undefined);
}

/** The name counts first. If the name plainly reads, a sentence does not overrule it. */
function sayingsOf({ name, title, description }: Doubtable): Saying[] {
  const said = (by: Doubt['by'], verb: Verb | null): Saying[] => (verb ? [{ ...verb, by }] : []);
  return [
    ...said('name', verbOf(name)),
    ...(title === name ? [] : said('title', verbOfSentence(title))),
    ...said('description', verbOfSentence(description)),
  ];
}

const OVERWRITES =
  /^(overwrite|overwrite existing|replace existing|permanent|permanently|hard delete|force delete)$/;
const KEY =
  /^(idempotency (key|token)|idempotence key|client (token|request id)|request id|dedupe? (key|id)|deduplication (key|id))$/;
const MUCH =
  /^(delta|increment|increment by|increase by|amount to add|add amount|to add|by amount|quantity to add)$/;
const NUMBERS = /^(amount|quantity|points|credits|balance|value|count|by|hours|units)$/;

/** An option with which a single call overwrites what is there. */
function overwriting(tool: Doubtable): Pick<Doubt, 'by' | 'word'> | undefined {
  return argument(
    tool,
    (words, schema) => OVERWRITES.test(words) && typeOf(schema) === 'boolean' && schema.const !== false,
  );
}

/** An amount added to what is there: a second call adds it again. */
function adding(tool: Doubtable, says: Saying[]): Pick<Doubt, 'by' | 'word'> | undefined {
  const adds = says.some((one) => one.adds);
  return argument(tool, (words, schema) => {
    const isNumber = ['number', 'integer'].includes(typeOf(schema));
    return isNumber && (MUCH.test(words) || (adds && NUMBERS.test(words)));
  });
}

/** An argument by which a server recognises a repeated call. */
const hasKey = (tool: Doubtable) => argument(tool, (words) => KEY.test(words)) !== undefined;

function argument(
  { inputSchema }: Doubtable,
  isIt: (words: string, schema: Record<string, unknown>) => boolean,
): Pick<Doubt, 'by' | 'word'> | undefined {
  const properties = isRecord(inputSchema) ? own(inputSchema, 'properties') : undefined;
  if (!isRecord(properties)) return undefined;
  const found = Object.entries(properties).find(
    ([name, schema]) => isRecord(schema) && isIt(wordsOf(name).join(' '), schema),
  );
  return found && { by: 'argument', word: found[0] };
}

/** The schema may hold anything: a type that is not text counts as none. */
function typeOf({ type }: Record<string, unknown>): string {
  const one: unknown = Array.isArray(type) ? type.find((each) => each !== 'null') : type;
  return typeof one === 'string' ? one : '';
}
