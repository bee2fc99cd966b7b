/**
 * The table of alike calls: what all of them share is told once, and each call's row holds what is its own. Odd ones come first, by a
 * plain rule: where more than half of the calls share a value, every other value is odd. After that the largest amount counts.
 */
import { type ValueRow, valueRows } from '@/components/shown/value-rows';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { linesOf } from '../approval/preview-words';

type Line = ReturnType<typeof linesOf>[number];

/** `odd`: most calls have another value there; `largest`: more than twice what is usual among them. */
export type Mark = 'odd' | 'largest' | 'plain';

/** What belongs together of one call: arguments and lines of its preview that are marked alike. */
export interface Part {
  mark: Mark;
  rows: ValueRow[];
  /** Arguments that most of the others have, and this one has not. */
  lacks: string[];
  lines: Line[];
}

export interface AlikeCall {
  approval: ApprovalView;
  /** Marked ones first; empty where it has nothing of its own. */
  parts: Part[];
}

export interface AlikeTable {
  /** What all calls share. */
  rows: ValueRow[];
  lines: Line[];
  /** The odd ones first. */
  calls: AlikeCall[];
}

interface Field {
  /** Whose call it is, by place; absent where that call has none. */
  texts: (string | undefined)[];
  numbers: (number | undefined)[];
}

interface Read {
  approval: ApprovalView;
  rows: Map<string, ValueRow>;
  lines: Map<string, Line>;
}

const MARKS: Mark[] = ['odd', 'largest', 'plain'];

export function alikeTable(approvals: readonly ApprovalView[]): AlikeTable {
  const read = approvals.map(readCall);
  const fields = fieldsOf(read);
  const shared = new Set([...fields].filter(([, field]) => isShared(field)).map(([key]) => key));
  const marks = new Map([...fields].map(([key, field]) => [key, marksOf(field)]));
  const first = read[0];
  const calls = read.map((call, place) => {
    const markOf = (key: string) => marks.get(key)?.[place] ?? 'plain';
    return { approval: call.approval, parts: partsOf(call, [...fields.keys()], shared, markOf), place };
  });
  const sizes = sizesOf([...fields.values()], read.length);
  calls.sort(
    (one, other) =>
      oddness(other) - oddness(one) ||
      (sizes[other.place] ?? 0) - (sizes[one.place] ?? 0) ||
      one.place - other.place,
  );
  return {
    rows: [...(first?.rows ?? [])].flatMap(([key, row]) => (shared.has(key) ? [row] : [])),
    lines: [...(first?.lines ?? [])].flatMap(([key, line]) => (shared.has(key) ? [line] : [])),
    calls: calls.map(({ approval, parts }) => ({ approval, parts })),
  };
}

function readCall(approval: ApprovalView): Read {
  const given = valueRows(approval.input).filter(({ path }) => path !== '');
  const rows = new Map(given.map((row) => [`argument ${row.path}`, row]));
  const lines = new Map<string, Line>();
  const seen = new Map<string, number>();
  for (const line of linesOf(approval)) {
    // Lines of one label are told apart by their order.
    const nth = (seen.get(line.label) ?? 0) + 1;
    seen.set(line.label, nth);
    lines.set(`line ${nth} ${line.label}`, line);
  }
  return { approval, rows, lines };
}

function fieldsOf(read: readonly Read[]): Map<string, Field> {
  const keys = new Set(read.flatMap(({ rows, lines }) => [...rows.keys(), ...lines.keys()]));
  return new Map(
    [...keys].map((key): [string, Field] => {
      const ofCalls = read.map(({ rows, lines }) => ({ row: rows.get(key), line: lines.get(key) }));
      const texts = ofCalls.map(({ row, line }) => textOf(row, line));
      const numbers = ofCalls.map(({ row, line }) =>
        numberOf(row?.value.text ?? line?.amount ?? line?.value),
      );
      return [key, { texts, numbers: sameUnit(ofCalls.map(({ line }) => line?.amount)) ? numbers : [] }];
    }),
  );
}

/** A number and the text that looks like it are not the same. */
function textOf(row: ValueRow | undefined, line: Line | undefined): string | undefined {
  return row ? `${row.value.kind} ${row.value.text}` : line && `${line.value}\n${line.amount ?? ''}`;
}

const isShared = ({ texts }: Field) => texts.every((text) => text !== undefined && text === texts[0]);

/** `1,350.00 EUR`, `-3`, `12.5`: a number, whatever it is of. */
function numberOf(text: string | undefined): number | undefined {
  const found = /^(-?\d{1,15}(?:,\d{3})*(?:\.\d+)?)(?: [A-Z]{3})?$/.exec(text ?? '');
  return found?.[1] === undefined ? undefined : Number(found[1].replaceAll(',', ''));
}

/** Amounts of several currencies are not compared. */
function sameUnit(amounts: readonly (string | undefined)[]): boolean {
  return new Set(amounts.flatMap((amount) => amount?.replace(/^[-\d,.]+/, '') ?? [])).size <= 1;
}

function marksOf({ texts, numbers }: Field): Mark[] {
  const counts = new Map<string | undefined, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const most = [...counts].find(([, count]) => count > texts.length / 2);
  if (most) return texts.map((text) => (text === most[0] ? 'plain' : 'odd'));
  const all = numbers.flatMap((number) => number ?? []).sort((one, other) => one - other);
  const median = all[Math.floor((all.length - 1) / 2)] ?? 0;
  const isLarge = (number: number | undefined) => number !== undefined && number > 2 * Math.abs(median);
  return texts.map((_, place) =>
    all.length === texts.length && isLarge(numbers[place]) ? 'largest' : 'plain',
  );
}

function partsOf(
  { rows, lines }: Read,
  keys: readonly string[],
  shared: ReadonlySet<string>,
  markOf: (key: string) => Mark,
): Part[] {
  const own = keys.filter((key) => !shared.has(key));
  return MARKS.flatMap((mark) => {
    const those = own.filter((key) => markOf(key) === mark);
    const part: Part = {
      mark,
      rows: those.flatMap((key) => rows.get(key) ?? []),
      lacks: those.flatMap((key) =>
        mark === 'odd' && key.startsWith('argument ') && !rows.has(key) ? [key.slice(9)] : [],
      ),
      lines: those.flatMap((key) => lines.get(key) ?? []),
    };
    return part.rows.length + part.lacks.length + part.lines.length > 0 ? [part] : [];
  });
}

function oddness({ parts }: Pick<AlikeCall, 'parts'>): number {
  const odd = parts.find(({ mark }) => mark === 'odd');
  return odd ? odd.rows.length + odd.lacks.length + odd.lines.length : 0;
}

/** By the first amount in which they differ. */
function sizesOf(fields: readonly Field[], count: number): number[] {
  const differing = fields.find(
    (field) => !isShared(field) && field.numbers.filter((number) => number !== undefined).length === count,
  );
  return Array.from({ length: count }, (_, place) => differing?.numbers[place] ?? 0);
}
