/** What a request that reads leaves out: "not active", "except Halden Optics", "without email". */
import type { DraftCall, Exclusion } from './draft-call';
import { mentionsWords } from './match-row';
import type { Param } from './params';
import { own, type Row } from './rows';
import { spansOf } from './spans';
import { closest } from './synonyms';
import type { Stretch } from './tokens';
import { splitName, stem, stemsOf } from './words';

const NEGATION =
  /\b(?:(?:(?:do|does|is|are|was|were|has|have|did) )?(?:not|no|non)|neither|nor|without|except|excluding|lacking|missing|but not|other than|apart from|[a-z]+n't)[\s-]+(?:(?:yet|the|an?|any|for|from|in|of|by|to|at|with|those|ones|been|be)\s+)*$/i;

/** Where the negation before a place begins; nothing where none is. */
export function negationBefore(text: string, at: number): number | undefined {
  const from = Math.max(0, at - 40);
  const match = NEGATION.exec(text.slice(from, at));
  return match ? from + match.index : undefined;
}

/** Notes that a parameter's value is not wanted; it is left out of the rows later. */
export function excludeValue(call: DraftCall, param: Param, value: unknown, words: Stretch): void {
  const { text } = call.request;
  const start = negationBefore(text, words.start) ?? words.start;
  call.excluded.push({
    said: text.slice(start, words.end),
    text: text.slice(words.start, words.end),
    property: { name: param.name, value },
    isName: false,
  });
  call.crossedOut.add({ start, end: words.end });
}

/** Names and words behind a negation that no parameter knows. */
export function fillExclusions(call: DraftCall): void {
  if (!call.tool.reads) return;
  const { text } = call.request;
  for (const span of spansOf(call)) {
    const start = negationBefore(text, span.start);
    if (start === undefined || call.crossedOut.has(span)) continue;
    const said = text.slice(start, span.end);
    call.excluded.push({ said, text: span.text, isName: span.form !== 'words' });
    call.crossedOut.add({ start, end: span.end });
  }
}

/** The rows without what is excluded, and the exclusions that could be applied to them. */
export function leaveOut(rows: readonly Row[], excluded: readonly Exclusion[]) {
  let kept = [...rows];
  const applied: Exclusion[] = [];
  for (const exclusion of excluded) {
    const test = testFor(exclusion, rows);
    if (!test) continue;
    kept = kept.filter((row) => !test(row));
    applied.push(exclusion);
  }
  return { rows: kept, applied };
}

type Test = (row: Row) => boolean;

/** Tells the rows that an exclusion means; nothing when the rows do not show it. */
function testFor({ property, text, isName }: Exclusion, rows: readonly Row[]): Test | undefined {
  if (property && rows.some((row) => own(row, property.name) !== undefined))
    return (row) => own(row, property.name) === property.value;
  const column = columnNamed(rows, text);
  if (column !== undefined && !property) return (row) => hasValue(own(row, column));
  const isMentioned = rows.some((row) => mentionsWords(row, text));
  return isMentioned || isName ? (row) => mentionsWords(row, text) : undefined;
}

/** The property that these words name. */
export function columnNamed(rows: readonly Row[], text: string): string | undefined {
  const stems = stemsOf(text);
  const names = [...new Set(rows.slice(0, 100).flatMap((row) => Object.keys(row)))];
  return names.find((name) => {
    const words = splitName(name).map(stem);
    return (
      stems.some((word) => words[0] === word) && words.every((word) => closest(word, [...stems, 'name']) > 0)
    );
  });
}

export function hasValue(value: unknown): boolean {
  return !(value === null || value === undefined || value === '' || value === false || value === 0);
}
