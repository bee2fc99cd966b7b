/** What somebody changed about a call's arguments, field by field. Pure. */

import { countOf, type ShownValue, valueRows } from '@/components/shown/table/value-rows';
import { visibleString } from '@/components/shown/visible-text';
import { say } from '@/components/words/say';
import type { ApprovalView } from '@/lib/approvals/approval-view';

export interface Change {
  /** `lines[0].unitPrice`. */
  path: string;
  /** Null: it was absent. */
  was: string | null;
  /** Null: it is absent now. */
  is: string | null;
}

/** In the order of the present arguments, followed by removed ones. May contain hidden characters. */
export function changesOf(before: unknown, now: unknown): Change[] {
  const was = valuesIn(before);
  const is = valuesIn(now);
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((path) => {
    const change = changeOf(was.get(path), is.get(path));
    return change ? [{ path, ...change }] : [];
  });
}

/** For an empty argument, its own name is used. */
function valuesIn(input: unknown): Map<string, ShownValue> {
  const rows = valueRows(input).filter(({ path }) => path !== '');
  return new Map(rows.map(({ path, value }) => [path, value]));
}

function changeOf(was?: ShownValue, is?: ShownValue): Omit<Change, 'path'> | null {
  if (was && is) {
    if (was.kind === is.kind && was.text === is.text) return null;
    // The text `300` and the number 300 must not look the same; nor two secrets.
    if (faceOf(was) === faceOf(is))
      return {
        was: plainFace(was),
        is: was.kind === 'secret' ? say('edit.another-secret', { count: countOf(is.text) }) : plainFace(is),
      };
  }
  return { was: was ? faceOf(was) : null, is: is ? faceOf(is) : null };
}

function faceOf(value: ShownValue): string {
  return value.kind === 'secret' ? value.placeholder : value.text;
}

function plainFace(value: ShownValue): string {
  if (value.kind === 'secret') return say('edit.a-secret', { count: countOf(value.text) });
  return value.kind === 'text' ? JSON.stringify(value.text) : value.text;
}

/** How many changes fit on a line, and how much of each value. */
const IN_LINE = 3;
const SHORT = 40;

/** "amount was 500, is 300; note was not given, is Urgent and 2 more". */
export function changesInLine(changes: readonly Change[]): string {
  const shown = changes
    .slice(0, IN_LINE)
    .map(({ path, was, is }) => `${path} ${wasWords(was)}, ${isWords(is)}`)
    .join('; ');
  const left = changes.length - IN_LINE;
  return left > 0 ? say('edit.and-more', { shown, count: left }) : shown;
}

const wasWords = (was: string | null) =>
  was === null ? say('edit.not-given') : say('edit.was', { value: inSentence(shortened(was)) });
const isWords = (is: string | null) =>
  is === null ? say('edit.left-out') : say('edit.is', { value: inSentence(shortened(is)) });

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > SHORT ? `${characters.slice(0, SHORT).join('')}…` : text;
}

/** A value of several words is quoted, or its end could be taken for part of the sentence. */
export function inSentence(text: string): string {
  return /\s/.test(text) ? say('text.quoted', { text }) : text;
}

/** Who changed the arguments, at the beginning of a sentence. */
export function changerOf(edited: NonNullable<ApprovalView['edited']>, viewerId: string | undefined): string {
  return edited.by.id === viewerId ? say('excerpt.you') : visibleString(edited.by.name);
}
