/**
 * The arguments of a rehearsal: those of the call, with the switch set last, so that it wins. There are none, and so no
 * rehearsal, if the call's arguments hold anything that the server might take for the switch, that its schema does not
 * declare, or whose name also decides whether anything is done: nobody has tested which of the two the server obeys.
 * Pure.
 */
import { isRecord } from '@/lib/values/records';
import type { Switch } from './rehearsal';

/** Normalised names of arguments that say whether anything is done. */
const SWITCHES =
  /^(is)?(dryrun|preview(only)?|simulat(e|ed|ion)|(validat(e|ion)|check|plan)only|onlyvalidate|validate|test(run|mode|only)?|whatif|noop|rehears(e|al)|confirm(ed)?|execute|really|apply|commit|persist|force|forreal|live)$/;

const PROTOTYPE = new Set(['__proto__', 'prototype', 'constructor']);

/** @returns nothing where no rehearsal of this call is safe to send */
export function rehearsalInput(
  { inputSchema }: { inputSchema: Record<string, unknown> },
  input: unknown,
  { argument, value }: Switch,
): Record<string, unknown> | undefined {
  const { properties } = inputSchema;
  if (!isRecord(input) || !isRecord(properties) || !Object.hasOwn(properties, argument)) return undefined;
  const plain = plainName(argument);
  for (const [name, given] of Object.entries(input)) {
    if (name === argument) continue;
    if (!Object.hasOwn(properties, name) || mayMean(name, plain) || holds(given, plain)) return undefined;
  }
  return { ...input, [argument]: value };
}

/** Whether the call's own arguments hold the switch already. */
export function isRehearsalItself(input: unknown, { argument, value }: Switch): boolean {
  return isRecord(input) && Object.hasOwn(input, argument) && input[argument] === value;
}

/** `dry_run`, `Dry-Run`, `ｄｒｙＲｕｎ` and `dryRun[]` give the same name. */
export function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function mayMean(name: string, plain: string): boolean {
  const plainly = plainName(name);
  return PROTOTYPE.has(name) || plainly === plain || SWITCHES.test(plainly);
}

function holds(value: unknown, plain: string): boolean {
  if (Array.isArray(value)) return value.some((one) => holds(one, plain));
  if (!isRecord(value)) return false;
  return Object.entries(value).some(([name, one]) => mayMean(name, plain) || holds(one, plain));
}
