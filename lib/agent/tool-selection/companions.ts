/**
 * Tools that provide what another one needs: `customers_list` for the `customerId` of `invoices_create`. Derived from
 * names and schemas; observed uses come first. No table is maintained by hand.
 */

import type { ToolIndex } from './tool-index';
import type { SelectableTool } from './types';
import { stemOf } from './words/stemmer';
import { deedOf } from './words/verbs';
import { folded, termsOf, wordsOf } from './words/words';

/** A result of `supplier` was used as input of `tool`; by the names the model knows. */
export interface ConfirmedSupply {
  tool: string;
  supplier: string;
}

/** Endings of required members that refer to a thing. */
const REFERENCES = new Set(['id', 'ids', 'uuid', 'guid', 'key', 'ref', 'slug', 'handle', 'number', 'nr']);

/** Verbs of tools that return many things; tools that look one up by its id need the id themselves. */
const LISTS = new Set(['list', 'search', 'find', 'query', 'browse', 'lookup', 'all'].map(stemOf));

/**
 * Positions of read-only tools that provide what this tool's required input refers to, the best fit for each member.
 * None that requires the same member itself.
 * @param permitted by position: 1 or 0
 */
export function companionsOf(
  index: ToolIndex,
  position: number,
  permitted: Uint8Array,
  confirmed: readonly ConfirmedSupply[] = [],
): number[] {
  const tool = index.tools[position];
  if (!tool) return [];
  const seen = confirmed
    .filter((one) => one.tool === tool.modelName)
    .flatMap(({ supplier }) => index.positions.get(supplier) ?? [])
    .filter((supplier) => isSupplier(index, supplier, permitted));
  const derived = requiredOf(tool).flatMap((member) => {
    const things = thingsMeant(member, index.analysed[position]?.nameTerms ?? []);
    return things ? (mostFitting(index, position, member, things, permitted) ?? []) : [];
  });
  return [...new Set([...seen, ...derived])].filter((supplier) => supplier !== position);
}

function requiredOf(tool: SelectableTool): string[] {
  const { required } = tool.inputSchema;
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string').slice(0, 20) : [];
}

/** The words of what a member refers to; for a bare `id`, those of the tool's own name. Undefined for other members. */
function thingsMeant(member: string, nameTerms: readonly string[]): readonly string[] | undefined {
  const words = wordsOf(member).map(folded);
  const last = words[words.length - 1];
  if (last === undefined || !REFERENCES.has(last)) return undefined;
  const own = termsOf(words.slice(0, -1).join(' '));
  const things = own.length > 0 ? own : nameTerms.filter((term) => deedOf(term) === undefined);
  return things.length > 0 ? things : undefined;
}

/**
 * One of the same server first, then the one that requires least, then the one whose name has the fewest other words.
 */
function mostFitting(
  index: ToolIndex,
  position: number,
  member: string,
  things: readonly string[],
  permitted: Uint8Array,
): number | undefined {
  const server = index.tools[position]?.server;
  const candidates = index.postings.get(things[things.length - 1] ?? '')?.tools ?? [];
  let best: { at: number; order: number[] } | undefined;
  for (const at of candidates) {
    const tool = index.tools[at];
    const name = index.analysed[at]?.nameTerms ?? [];
    if (!tool || at === position || !isSupplier(index, at, permitted)) continue;
    if (!things.every((thing) => name.includes(thing)) || !name.some((term) => LISTS.has(term))) continue;
    const needs = requiredOf(tool);
    if (needs.some((need) => alike(need, member))) continue;
    const order = [tool.server === server ? 0 : 1, needs.length, name.length, at];
    if (!best || isBefore(order, best.order)) best = { at, order };
  }
  return best?.at;
}

function isSupplier(index: ToolIndex, position: number, permitted: Uint8Array): boolean {
  return permitted[position] === 1 && index.tools[position]?.risk === 'read-only';
}

const alike = (one: string, other: string) => termsOf(one).join(' ') === termsOf(other).join(' ');

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  for (const [at, value] of one.entries()) {
    const against = other[at] ?? 0;
    if (value !== against) return value < against;
  }
  return false;
}
