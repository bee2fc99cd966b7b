/**
 * Checks a value against a server's JSON Schema, for a message that a model can act on before anybody is asked.
 * Deliberately lenient: what is not supported here (remote references, rare keywords) is left to the server, which
 * checks anyway. Deliberately bounded: a schema may be made to exhaust us, so work is counted, nothing is fetched, and
 * regular expressions run only where the caller allows them.
 */

import { isRecord } from '@/lib/values/records';
import { quoted } from '@/lib/values/text';
import {
  choiceComplaint,
  choicesOf,
  lengthComplaint,
  numberComplaint,
  textComplaint,
  typeComplaint,
} from './json-schema-values';
import { Patterns } from './patterns';

export interface Violation {
  /** Such as `lines[0].price`; empty for the value itself. */
  path: string;
  /** A clause that follows the path: "must be a string". */
  message: string;
}

export interface CheckOptions {
  /** Whether `pattern` is checked, within the limits of `Patterns`, since its author determines how long it takes. */
  patterns: boolean;
  /** Whether it stands for a value that is not known yet, which fits anywhere. */
  isUnknown?(value: unknown): boolean;
}

type Schema = Record<string, unknown>;

const MAX_STEPS = 30_000;
const MAX_DEPTH = 100;
const MAX_VIOLATIONS = 5;
/** For the messages of alternatives together, in characters, since they may be nested. */
const MAX_SUMMARY = 1_000;
/** No server means longer ones, and each is parsed. */
const MAX_REFERENCE = 500;

/** What is wrong with the value, a handful at most; empty if nothing was found with bounded work. */
export function violations(schema: unknown, value: unknown, options: CheckOptions): Violation[] {
  try {
    return new Check(schema, options).all(schema, value, '', 0).slice(0, MAX_VIOLATIONS);
  } catch (error) {
    if (error instanceof TooMuchWork) return [];
    throw error;
  }
}

class TooMuchWork extends Error {}

class Check {
  private steps = 0;
  private readonly patterns: Patterns | undefined;
  private readonly isUnknown: CheckOptions['isUnknown'];

  constructor(
    private readonly root: unknown,
    { patterns, isUnknown }: CheckOptions,
  ) {
    this.patterns = patterns ? new Patterns() : undefined;
    this.isUnknown = isUnknown;
  }

  all(schema: unknown, value: unknown, path: string, depth: number): Violation[] {
    this.count(1);
    if (schema === false) return [{ path, message: 'is not allowed' }];
    if (this.isUnknown?.(value)) return [];
    if (!isRecord(schema) || (value === null && schema.nullable === true)) return [];
    this.count(listOf(schema.type).length + (choicesOf(schema)?.length ?? 0) + weightOf(value));
    if (depth > MAX_DEPTH) throw new TooMuchWork();
    const message =
      typeComplaint(schema, value) ?? choiceComplaint(schema, value) ?? this.simple(schema, value);
    if (message) return [{ path, message }];
    const found = this.nested(schema, value, path, depth + 1);
    for (const list of [schema.anyOf, schema.oneOf]) {
      if (found.length < MAX_VIOLATIONS) found.push(...this.alternatives(list, value, path, depth + 1));
    }
    return this.every(schema, value, path, depth + 1, found);
  }

  private count(steps: number): void {
    this.steps += steps;
    if (this.steps > MAX_STEPS) throw new TooMuchWork();
  }

  private simple(schema: Schema, value: unknown): string | undefined {
    if (typeof value === 'string') return textComplaint(schema, value, this.patterns);
    if (typeof value === 'number') return numberComplaint(schema, value);
    return Array.isArray(value) ? lengthComplaint(schema, value) : undefined;
  }

  private nested(schema: Schema, value: unknown, path: string, depth: number): Violation[] {
    if (Array.isArray(value)) return this.items(schema, value, path, depth);
    return isRecord(value) ? this.members(schema, value, path, depth) : [];
  }

  private members(schema: Schema, value: Schema, path: string, depth: number): Violation[] {
    const properties = isRecord(schema.properties) ? schema.properties : {};
    const required = listOf(schema.required);
    this.count(required.length);
    const found = required
      .filter((name) => typeof name === 'string')
      .filter((name) => !Object.hasOwn(value, name))
      .slice(0, MAX_VIOLATIONS)
      .map((name): Violation => ({ path: pathTo(path, name), message: 'is missing' }));
    // Properties matched by a pattern are left to the server; which ones these are is not computed here.
    const others = isRecord(schema.patternProperties) ? true : schema.additionalProperties;
    for (const [name, member] of Object.entries(value)) {
      if (found.length >= MAX_VIOLATIONS) break;
      const place = pathTo(path, name);
      const isListed = Object.hasOwn(properties, name);
      if (isListed || others !== false) {
        found.push(...this.all(isListed ? properties[name] : others, member, place, depth));
      } else {
        const known = Object.keys(properties);
        this.count(known.length);
        found.push({ path: place, message: `is unknown here${knownNames(known)}` });
      }
    }
    return found;
  }

  private items(schema: Schema, value: unknown[], path: string, depth: number): Violation[] {
    const positions: unknown[] = [schema.prefixItems, schema.items].find(Array.isArray) ?? [];
    const rest = Array.isArray(schema.items) ? schema.additionalItems : schema.items;
    const found: Violation[] = [];
    for (const [index, item] of value.entries()) {
      if (found.length >= MAX_VIOLATIONS) break;
      const itemSchema = index < positions.length ? positions[index] : rest;
      found.push(...this.all(itemSchema, item, `${path}[${index}]`, depth));
    }
    return found;
  }

  /** `anyOf`, and `oneOf` in the same way: servers often use it for overlapping alternatives. */
  private alternatives(list: unknown, value: unknown, path: string, depth: number): Violation[] {
    const complaints = new Complaints(path);
    for (const alternative of listOf(list)) {
      const found = this.all(alternative, value, path, depth);
      if (found.length === 0) return [];
      complaints.add(found);
    }
    return complaints.summary();
  }

  /** `allOf` and `$ref`, after what was found before. */
  private every(
    schema: Schema,
    value: unknown,
    path: string,
    depth: number,
    found: Violation[],
  ): Violation[] {
    for (const part of listOf(schema.allOf)) {
      if (found.length >= MAX_VIOLATIONS) return found;
      found.push(...this.all(part, value, path, depth));
    }
    if (typeof schema.$ref === 'string' && found.length < MAX_VIOLATIONS) {
      found.push(...this.all(this.target(schema.$ref), value, path, depth));
    }
    return found;
  }

  /** The target of a reference within the schema (a JSON pointer); anything else is left to the server. */
  private target(reference: string): unknown {
    if (!reference.startsWith('#') || reference.length > MAX_REFERENCE) return true;
    this.count(reference.length / 100);
    let place: unknown = this.root;
    for (const step of reference.split('/').slice(1)) {
      const name = unescaped(step);
      if (typeof place !== 'object' || place === null || !Object.hasOwn(place, name)) return true;
      place = Reflect.get(place, name);
    }
    return place;
  }
}

/** The cost of looking at a value without descending into it. */
function weightOf(value: unknown): number {
  if (typeof value === 'string') return value.length / 1_000;
  if (typeof value !== 'object' || value === null) return 0;
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function pathTo(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function unescaped(step: string): string {
  const isEncoded = /^([^%]|%[0-7][0-9a-f])*$/i.test(step);
  return (isEncoded ? decodeURIComponent(step) : step).replaceAll('~1', '/').replaceAll('~0', '~');
}

function knownNames(names: readonly string[]): string {
  const shown = names.slice(0, 20).map((name) => quoted(name));
  return shown.length === 0 ? '' : `; known are ${shown.join(', ')}`;
}

/** The complaints of several alternatives: no more is kept than is reported. */
class Complaints {
  private isEmpty = true;
  private closest: Violation[] | undefined;
  private readonly messages = new Set<string>();

  constructor(private readonly path: string) {}

  add(found: Violation[]): void {
    this.isEmpty = false;
    const [{ path, message } = { path: '', message: '' }] = found;
    if (path !== this.path) this.closest ??= found;
    else if (this.messages.size < MAX_VIOLATIONS) this.messages.add(message);
  }

  /** If all alternatives complain about the value itself, a combined message; otherwise that of the closest one. */
  summary(): Violation[] {
    if (this.isEmpty) return [];
    if (this.closest) return this.closest;
    const message = [...this.messages].join(', or ').slice(0, MAX_SUMMARY).toWellFormed();
    return [{ path: this.path, message }];
  }
}
