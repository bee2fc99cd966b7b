/**
 * Which arguments of a tool could make a call of it a rehearsal, by its schema, and which seem to, by their names. An
 * admin's choice is checked against the schema here. Pure.
 */
import { violations } from '@/lib/json-schema/json-schema';
import type { Switch, SwitchValue } from '@/lib/tools/rehearsal';
import { plainName } from '@/lib/tools/rehearsal-input';
import { isRecord } from '@/lib/values/records';
import { quoted } from '@/lib/values/text';
import type { RehearsalHint } from '@/mcp/serving/rehearsal';
import { wordsOf } from '../doubts/verbs';

/** An argument, and the values that it accepts. */
export interface Choice {
  argument: string;
  values: SwitchValue[];
}

const MOST_CHOICES = 30;
const MOST_VALUES = 20;
const LONGEST = 128;

type Schema = Record<string, unknown>;

/** Top-level properties of the schema that are booleans, or one of a few values. */
export function choicesIn(inputSchema: Schema): Choice[] {
  const { properties } = inputSchema;
  const all = isRecord(properties) ? Object.entries(properties) : [];
  const choices = all.flatMap(([argument, schema]): Choice[] => {
    const values = argument.length <= LONGEST && isRecord(schema) ? valuesOf(schema) : [];
    return values.length > 0 ? [{ argument, values }] : [];
  });
  return choices.slice(0, MOST_CHOICES);
}

function valuesOf(schema: Schema): SwitchValue[] {
  const { type, enum: listed } = schema;
  const given = Object.hasOwn(schema, 'const') ? [schema.const] : Array.isArray(listed) ? listed : undefined;
  const isBoolean = type === 'boolean' || (Array.isArray(type) && type.includes('boolean'));
  const values: unknown[] = given ?? (isBoolean ? [true, false] : []);
  return values
    .slice(0, MOST_VALUES)
    .filter(isSwitchValue)
    .filter((value) => violations(schema, value, { patterns: false }).length === 0);
}

function isSwitchValue(value: unknown): value is SwitchValue {
  if (typeof value === 'string') return value.length <= LONGEST;
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

/** Why it cannot be a switch, in words that follow "This cannot be rehearsed so:"; nothing if it can. */
export function switchComplaint(inputSchema: Schema, { argument, value }: Switch): string | undefined {
  const choice = choicesIn(inputSchema).find((one) => one.argument === argument);
  if (!choice)
    return `${quoted(argument)} is none of its arguments that is either true or false, or one of a few values`;
  if (!choice.values.includes(value)) return `${quoted(argument)} does not take ${quoted(String(value))}`;
  const names = Object.keys(Object(inputSchema.properties) as object);
  const alike = names.find((name) => name !== argument && plainName(name) === plainName(argument));
  return alike === undefined ? undefined : `${quoted(argument)} and ${quoted(alike)} cannot be told apart`;
}

/** Names of arguments with which nothing is done if they are `true`; below, if they are `false`. */
const REHEARSES =
  /^(is )?(dry ?run|preview( only)?|simulate|simulation|simulated|validate( only)?|validation only|only validate|check only|test( run| mode| only)?|what ?if|no ?op|plan only|rehearse|rehearsal)$/;
const REALLY = /^(is )?(confirm|confirmed|execute|really|apply|commit|for real)$/;

/** What its server declares, then matches by name; only choices that would be accepted. */
export function proposedSwitches(
  inputSchema: Schema,
  said: RehearsalHint | undefined,
): (Switch & { by: 'server' | 'name' })[] {
  const named = choicesIn(inputSchema).flatMap(({ argument, values }) =>
    values
      .filter((value) => seems(argument, value))
      .map((value) => ({ argument, value, by: 'name' as const })),
  );
  const own = said ? [{ argument: said.argument, value: said.value, by: 'server' as const }] : [];
  const isOther = (one: Switch) => one.argument !== said?.argument || one.value !== said.value;
  return [...own, ...named.filter(isOther)].filter((one) => !switchComplaint(inputSchema, one)).slice(0, 3);
}

function seems(argument: string, value: SwitchValue): boolean {
  const words = wordsOf(argument).join(' ');
  if (value === true) return REHEARSES.test(words);
  if (value === false) return REALLY.test(words);
  return typeof value === 'string' && REHEARSES.test(wordsOf(value).join(' '));
}
