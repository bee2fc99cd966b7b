/**
 * Describes what a destructive tool would delete, or has deleted: line by line for the preview, in a phrase for the
 * answer.
 */
import { z } from 'zod';
import { formatMoney } from '@/db/money';
import type { Preview } from './define-tool';
import { shortenText } from './shorten';

/** The output of every deleting tool. */
export const doneOutput = z.strictObject({
  success: z.boolean(),
  message: z.string().describe('What was done, with names and sums'),
});

/** How many of a kind are named individually. */
export const NAMED = 10;

export interface Thing {
  name: string;
  /** Minor units; only with a currency. */
  minor?: number;
  currency?: string;
}

/** Things of one kind: those that are named, and their sum. */
export interface Group {
  /** Such as `order`. */
  one: string;
  /** Such as `orders`. */
  many: string;
  count: number;
  first: Thing[];
  /** The sum of all, including the unnamed ones, by currency. */
  sums: { minor: number; currency: string }[];
}

type Line = Preview['lines'][number];

/** A group whose things are all loaded. */
export function groupOf(one: string, many: string, things: Thing[]): Group {
  return { one, many, count: things.length, first: things.slice(0, NAMED), sums: sumsOf(things) };
}

/** "2 orders | SO-2291 | 1,350.00 EUR", one line per thing; after ten of them "and 23 more" with their sum. */
export function linesOf(group: Group): Line[] {
  const lines = group.first.map((thing, index) =>
    line(index === 0 ? counted(group) : '', thing.name, amountOf(thing)),
  );
  const unnamed = group.count - group.first.length;
  const rest = restOf(group);
  const more = `and ${withCommas(unnamed)} more`;
  // Without the word it could be taken for the sum of all.
  if (unnamed > 0) lines.push(line('', rest === undefined ? more : `${more}, together`, rest));
  return lines;
}

/** A line of its own, such as "Customer | Halden Optics". */
export function line(label: string, value: string, amount?: string): Line {
  const shown = shortenText(value, 200);
  return amount === undefined ? { label, value: shown } : { label, value: shown, amount };
}

/** "2 orders (SO-2291, SO-2304)"; empty for an empty group. */
export function phraseOf(group: Group): string {
  if (group.count === 0) return '';
  const names = group.first.map((thing) => shortenText(thing.name, 60));
  const unnamed = group.count - group.first.length;
  if (unnamed > 0) names.push(`and ${withCommas(unnamed)} more`);
  return `${counted(group)} (${names.join(', ')})`;
}

/** "1 order", "2,113 transactions". */
export function counted({ count, one, many }: Pick<Group, 'count' | 'one' | 'many'>): string {
  return `${withCommas(count)} ${count === 1 ? one : many}`;
}

function amountOf({ minor, currency }: Thing): string | undefined {
  return minor === undefined || currency === undefined ? undefined : formatMoney(minor, currency);
}

/** The sum of the unnamed ones. */
function restOf(group: Group): string | undefined {
  const named = new Map(sumsOf(group.first).map(({ currency, minor }) => [currency, minor]));
  const rest = group.sums.map(({ currency, minor }) => ({
    currency,
    minor: minor - (named.get(currency) ?? 0),
  }));
  const told = rest.length > 1 ? rest.filter(({ minor }) => minor !== 0) : rest;
  return told.length === 0
    ? undefined
    : told.map(({ minor, currency }) => formatMoney(minor, currency)).join(' + ');
}

function sumsOf(things: Thing[]): { minor: number; currency: string }[] {
  const sums = new Map<string, number>();
  for (const { minor, currency } of things) {
    if (minor !== undefined && currency !== undefined) sums.set(currency, (sums.get(currency) ?? 0) + minor);
  }
  return [...sums].map(([currency, minor]) => ({ currency, minor }));
}

function withCommas(count: number): string {
  return count.toLocaleString('en-US');
}
