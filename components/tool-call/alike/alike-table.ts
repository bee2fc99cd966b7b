/**
 * The table of alike calls: what all of them share is shown once, and each call's row has only its own values. Odd ones
 * come first, by a plain rule: if more than half of the calls share a value, every other value is odd. Next come the
 * largest amounts.
 */
import { type ValueRow, valueRows } from '@/components/shown/table/value-rows';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { linesOf } from '../approval/preview-words';

type Line = ReturnType<typeof linesOf>[number];

/** `odd`: most calls have another value there; `largest`: more than twice the usual amount. */
export type Mark = 'odd' | 'largest' | 'plain';

/** Parts of one call that are marked alike: arguments and lines of its preview. */
export interface Part {
  mark: Mark;
  rows: ValueRow[];
  /** Arguments that most of the others have, but this one lacks. */
  lacks: string[];
  lines: Line[];
}

export interface AlikeCall {
  approval: ApprovalView;
  /** Marked ones first; empty if it has no values of its own. */
  parts: Part[];
}

export interface AlikeTable {
  /** What all calls share. */
  rows: ValueRow[];
  lines: Line[];
  /** Odd ones first. */
  calls: AlikeCall[];
}

/** One call's value of a field. */
interface Said {
  place: number;
  text: string;
  number: number | undefined;
  row?: ValueRow;
  line?: Line;
}

/** An argument, or a line of the preview, with the value in each call that has it. */
interface Field {
  /** For an argument: its path. */
  path?: string;
  said: Said[];
  /** Amounts of one currency, or plain numbers, in every call, so that they can be compared. */
  isComparable: boolean;
}

const MARKS: Mark[] = ['odd', 'largest', 'plain'];

/** Each call's own values are looked at once, so the cost grows only with what is shown. */
export function alikeTable(approvals: readonly ApprovalView[]): AlikeTable {
  const count = approvals.length;
  const fields = fieldsOf(approvals);
  const shared = fields.filter((field) => isShared(field, count));
  const own = fields.filter((field) => !isShared(field, count));
  const parts = partsOf(own, count);
  const sizes = own.find(({ isComparable }) => isComparable)?.said;
  const calls = approvals.map((approval, place) => ({ approval, parts: parts[place] ?? [], place }));
  calls.sort(
    (one, other) =>
      oddness(other) - oddness(one) ||
      (sizes?.[other.place]?.number ?? 0) - (sizes?.[one.place]?.number ?? 0) ||
      one.place - other.place,
  );
  return {
    rows: shared.flatMap(({ said }) => said[0]?.row ?? []),
    lines: shared.flatMap(({ said }) => said[0]?.line ?? []),
    calls: calls.map(({ approval, parts }) => ({ approval, parts })),
  };
}

function fieldsOf(approvals: readonly ApprovalView[]): Field[] {
  const fields = new Map<string, Field>();
  const add = (key: string, said: Said, path?: string) => {
    const field = fields.get(key) ?? { ...(path !== undefined && { path }), said: [], isComparable: false };
    field.said.push(said);
    fields.set(key, field);
  };
  for (const [place, approval] of approvals.entries()) {
    for (const row of valueRows(approval.input)) {
      const { path, value } = row;
      if (path === '') continue;
      // A number and a text that looks like it are different.
      const text = `${value.kind} ${value.text}`;
      add(`argument ${path}`, { place, text, number: numberOf(value.text), row }, path);
    }
    for (const [key, line] of labelled(linesOf(approval))) {
      const { value, amount } = line;
      add(`line ${key}`, {
        place,
        text: `${value}\n${amount ?? ''}`,
        number: numberOf(amount ?? value),
        line,
      });
    }
  }
  return [...fields.values()].map((field) => ({
    ...field,
    isComparable: field.said.length === approvals.length && areNumbers(field.said),
  }));
}

/**
 * Lines with the same label are told apart by their order. A line without a label continues the line above, and gets
 * its label if it is shown apart from it.
 */
function labelled(lines: readonly Line[]): [key: string, line: Line][] {
  const seen = new Map<string, number>();
  let [above, below] = ['', 0];
  return lines.map((line) => {
    const isNew = line.label.trim() !== '';
    if (isNew) {
      above = line.label;
      seen.set(above, (seen.get(above) ?? 0) + 1);
    }
    below = isNew ? 0 : below + 1;
    return [JSON.stringify([above, seen.get(above) ?? 0, below]), { ...line, label: above }];
  });
}

const isShared = ({ said }: Field, count: number) =>
  said.length === count && said.every(({ text }) => text === said[0]?.text);

/** `1,350.00 EUR`, `-3`, `12.5`: a number, with any unit. */
function numberOf(text: string): number | undefined {
  const found = /^(-?\d{1,15}(?:,\d{3})*(?:\.\d+)?)(?: [A-Z]{3})?$/.exec(text);
  return found?.[1] === undefined ? undefined : Number(found[1].replaceAll(',', ''));
}

/** Amounts of several currencies are not compared. */
function areNumbers(said: readonly Said[]): boolean {
  const units = new Set(said.flatMap(({ line }) => line?.amount?.replace(/^[-\d,.]+/, '') ?? []));
  return units.size <= 1 && said.every(({ number }) => number !== undefined);
}

/** The mark of each call that has a value, and whether a call without one is odd. */
function marksOf({ said, isComparable }: Field, count: number): { marks: Mark[]; isAbsenceOdd: boolean } {
  const isMost = (some: number) => some > count / 2;
  const counts = new Map<string, number>();
  for (const { text } of said) counts.set(text, (counts.get(text) ?? 0) + 1);
  const most = [...counts].find(([, some]) => isMost(some))?.[0];
  if (most !== undefined || isMost(count - said.length)) {
    const marks = said.map(({ text }): Mark => (text === most ? 'plain' : 'odd'));
    return { marks, isAbsenceOdd: most !== undefined };
  }
  const all = said.flatMap(({ number }) => number ?? []).sort((one, other) => one - other);
  const median = all[Math.floor((all.length - 1) / 2)] ?? 0;
  const isLarge = ({ number = 0 }: Said) => isComparable && number > 2 * Math.abs(median);
  return { marks: said.map((one): Mark => (isLarge(one) ? 'largest' : 'plain')), isAbsenceOdd: false };
}

/** For each call, its own values. */
function partsOf(fields: readonly Field[], count: number): Part[][] {
  const calls = Array.from({ length: count }, () =>
    MARKS.map((mark): Part => ({ mark, rows: [], lacks: [], lines: [] })),
  );
  const partOf = (place: number, mark: Mark) => calls[place]?.[MARKS.indexOf(mark)];
  for (const field of fields) {
    const { marks, isAbsenceOdd } = marksOf(field, count);
    for (const [nth, { place, row, line }] of field.said.entries()) {
      const part = partOf(place, marks[nth] ?? 'plain');
      if (row) part?.rows.push(row);
      if (line) part?.lines.push(line);
    }
    if (!isAbsenceOdd || field.path === undefined) continue;
    const sayers = new Set(field.said.map(({ place }) => place));
    for (let place = 0; place < count; place++) {
      if (!sayers.has(place)) partOf(place, 'odd')?.lacks.push(field.path);
    }
  }
  return calls.map((parts) => parts.filter((part) => sizeOf(part) > 0));
}

const sizeOf = ({ rows, lacks, lines }: Part) => rows.length + lacks.length + lines.length;

function oddness({ parts }: Pick<AlikeCall, 'parts'>): number {
  const odd = parts.find(({ mark }) => mark === 'odd');
  return odd ? sizeOf(odd) : 0;
}
