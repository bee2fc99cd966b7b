/**
 * What an intent works with. Its script reads like plain code: it yields the calls that it needs and is handed their
 * results. The model keeps no state: at every step the script runs again, over the calls that were already made.
 */
import type { Exchange } from './read-prompt';
import type { ResolvedTurn } from './resolved-turn';
import { formatValue, type Row } from './saying/format';

/** The context in which a message is read. */
export interface Desk {
  turn: ResolvedTurn;
  now: Date;
  /** The last one is being answered. */
  exchanges: readonly Exchange[];
  /** So many rows of the list that is asked for were shown already. */
  shown?: number;
}

export interface Need {
  /** Bare name of one of Amber's own tools. */
  tool: string;
  input: Record<string, unknown>;
  /** Said before the call is made. */
  say?: string;
  /** "cancel order **SO-1585**", in markdown; absent: what the whole plan does. */
  does?: string;
}

/** The text and calls of the next step. */
export interface Move {
  say: string;
  calls: { tool: string; input: Record<string, unknown> }[];
}

/** A call's result is handed back parsed if it was JSON. */
export type Script = Generator<Need, string, unknown>;

/** Thrown to end a script that is not sure, found nothing, or found several. */
export class Told {
  constructor(readonly text: string) {}
}

/** The result of reading a message: a plan, or a sentence if something is missing or unclear. */
export type Reading = Plan | { say: string /** The missing value may come alone. */; lacks?: true };

/** A request that was understood in every word. */
export interface Plan {
  /** Bare names of the tools that it needs. */
  tools: readonly string[];
  /** "delete a customer". */
  does: string;
  writes?: true;
  run(): Script;
}

export const rowOf = (value: unknown): Row => ({ ...Object(value) });

export function rowsOf(value: unknown): Row[] {
  const { data } = rowOf(value);
  return Array.isArray(data) ? data.map(rowOf) : [];
}

export interface Listed {
  rows: Row[];
  /** Some rows were not read. */
  hasMore: boolean;
}

/** The most pages of one list that are read. */
const MOST_PAGES = 12;

/** The first page of a list, or all of it. */
export function* list(
  tool: string,
  input: Record<string, unknown>,
  all = false,
): Generator<Need, Listed, unknown> {
  const rows: Row[] = [];
  let cursor: unknown;
  for (let page = 0; page < (all ? MOST_PAGES : 1); page += 1) {
    const answer = yield {
      tool,
      input: { ...input, ...(all && { limit: 100 }), ...(page > 0 && { cursor }) },
    };
    rows.push(...rowsOf(answer));
    const meta = rowOf(rowOf(answer).meta);
    cursor = meta.cursor;
    if (meta.hasNextPage !== true) return { rows, hasMore: false };
  }
  return { rows, hasMore: true };
}

/** Folds case, accents and connecting words, by which names do not differ. */
export function folded(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/\s(?:and|&)\s/g, ' & ')
    .replace(/[’']s?$/, '')
    .replace(/[^\p{L}\p{N}&]+/gu, ' ')
    .trim();
}

interface Kind {
  tool: string;
  /** The parameter that finds by part of the name; absent: the list is short and read whole. */
  by?: string;
  what: string;
  /** The column with its name. */
  label: string;
  facts: readonly string[];
}

export const KINDS = {
  customer: {
    tool: 'customers_list',
    by: 'name',
    what: 'customer',
    label: 'name',
    facts: ['city', 'status'],
  },
  category: { tool: 'categories_list', by: 'name', what: 'category', label: 'name', facts: ['kind'] },
  account: { tool: 'bank_accounts_list', what: 'bank account', label: 'name', facts: ['bank', 'currency'] },
  member: { tool: 'team_members_list', what: 'person on the team', label: 'name', facts: ['email', 'role'] },
} satisfies Record<string, Kind>;

/** "northgate galleries ltd" is "northgate galleries" to everybody who works with them. */
const LEGAL_FORM =
  /\s(?:ltd|limited|plc|llp|llc|inc|corp|gmbh|ag|kg|ug|bv|nv|srl|spa|sarl|sas|sa|sl|lda|oy|ab|as|aps)$/;

/**
 * The only record with this name.
 * @param isExact only the whole name matches, because something is going to be changed
 * @throws Told if none or several match
 */
export function* theOne(kind: Kind, name: string, isExact = false): Generator<Need, Row, unknown> {
  const wanted = folded(name);
  const { rows, hasMore } = yield* list(kind.tool, kind.by ? { [kind.by]: name } : {}, !kind.by);
  const nameOf = (row: Row) => folded(String(row[kind.label]));
  const exact = rows.filter((row) => nameOf(row) === wanted || folded(String(row.email)) === wanted);
  const sameFirm = rows.filter((row) => nameOf(row).replace(LEGAL_FORM, '') === wanted);
  const whole = exact.length > 0 || kind.what !== 'customer' || hasMore ? exact : sameFirm;
  const words = wanted.split(' ');
  const near = rows.filter((row) => words.every((word) => nameOf(row).split(' ').includes(word)));
  // One or two letters occur in almost any other name.
  const isIn = (row: Row) => wanted.length > 2 && nameOf(row).includes(wanted);
  const loose = near.length > 0 ? near : rows.filter(isIn);
  const found = whole.length > 0 ? whole : loose;
  const [first] = found;
  if (first && found.length === 1 && (whole.length === 1 || !isExact)) return first;
  const lines = found
    .slice(0, 10)
    .map(
      (row) =>
        `- **${formatValue(row[kind.label])}** (${kind.facts.map((fact) => formatValue(row[fact])).join(', ')})`,
    );
  if (lines.length === 0)
    throw new Told(
      `I found no ${kind.what} called “${formatValue(name)}”. Nothing was done. Please check the name.`,
    );
  const question = lines.length === 1 ? `Did you mean this ${kind.what}?` : 'Which one do you mean?';
  throw new Told(
    `“${formatValue(name)}” is not clear. ${question}\n\n${lines.join('\n')}\n\nPlease say it with the exact name. Nothing was done.`,
  );
}
