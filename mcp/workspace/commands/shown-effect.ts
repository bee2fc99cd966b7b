/** An effect as a card shows it, and as an answer summarises it. Pure. */
import { createHash } from 'node:crypto';
import type { Difference, Preview } from '../../define-tool';
import { shortenText } from '../../shorten';
import { readingAsks } from '../files/permission';
import type { Change } from './layer';

/** How many changes are listed one by one, and how many characters of a name. */
const NAMED = 40;
const LONGEST = 150;
const MARK = 'Fingerprint';
/** Characters of all diffs as JSON: together with the names, below the limit of an answer. */
const ROOM = 14_000;

/** One line for each change; the last line is a fingerprint that differs whenever anything in the effect differs. */
export function linesOf(changes: readonly Change[]): Preview['lines'] {
  const rest = changes.length - NAMED;
  return [
    { label: 'Effect', value: changes.length === 1 ? '1 change' : `${changes.length} changes` },
    ...changes
      .slice(0, NAMED)
      .map((change) => ({ label: verbOf(change), value: shortenText(whatOf(change), LONGEST) })),
    ...(rest > 0 ? [{ label: 'And', value: `${rest} more` }] : []),
    { label: MARK, value: markOf(changes) },
  ];
}

/** The lines for a command that changes nothing. */
export const NO_EFFECT: Preview['lines'] = [{ label: 'Effect', value: 'No file would change' }];

/** Whether a card with these lines showed an effect at all. */
export function showsEffect(lines: Preview['lines']): boolean {
  return lines.at(-1)?.label === MARK;
}

/** Whether these lines show exactly this effect. */
export function isShownBy(lines: Preview['lines'], changes: readonly Change[]): boolean {
  const last = lines.at(-1);
  return last?.label === MARK && last.value === markOf(changes);
}

/** Diffs of the text files, as far as there is room. */
export function diffsOf(changes: readonly Change[]): Difference[] {
  let room = ROOM;
  const diffs: Difference[] = [];
  for (const { path, diff } of changes) {
    // Cards are stored, so they show no contents of files that may hold secrets.
    const lines =
      diff === undefined || readingAsks(path.split('/'))
        ? []
        : diff.slice(diff.indexOf('@@')).trimEnd().split('\n');
    if (lines.length === 0 || diffs.length >= NAMED) continue;
    const fitting = lines.findIndex((line) => {
      room -= JSON.stringify(line).length;
      return room < 0;
    });
    const shown = fitting < 0 ? lines : lines.slice(0, fitting);
    const countOf = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
    diffs.push({
      path: shortenText(path, LONGEST),
      added: countOf('+'),
      removed: countOf('-'),
      text: shown.join('\n'),
      ...(shown.length < lines.length && { notShown: lines.length - shown.length }),
    });
  }
  return diffs;
}

/** As a phrase, such as `deletes src/a.ts, adds b and 3 more`. */
export function phraseOf(changes: readonly Change[]): string {
  const first = changes
    .slice(0, 5)
    .map((change) => `${verbOf(change).toLowerCase()} ${JSON.stringify(change.path)}`);
  const rest = changes.length - first.length;
  if (changes.length === 0) return 'nothing';
  return `${first.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

export function verbOf({ before, after }: Change): 'Adds' | 'Deletes' | 'Changes' {
  if (!before) return 'Adds';
  return after ? 'Changes' : 'Deletes';
}

function whatOf({ path, before, after, diff }: Change): string {
  const notes: string[] = [];
  if (after && before?.kind !== after.kind && after.kind !== 'file')
    notes.push(after.kind === 'directory' ? 'folder' : after.kind);
  if (after?.kind === 'link') notes.push(`to ${JSON.stringify(after.target)}`);
  if (before && after && before.mode !== after.mode && after.kind !== 'link') {
    notes.push(`mode ${before.mode.toString(8)} becomes ${after.mode.toString(8)}`);
  }
  if (after?.kind === 'file' && diff === undefined && before?.hash !== after.hash)
    notes.push(`${after.size ?? 0} bytes`);
  return notes.length > 0 ? `${path} (${notes.join(', ')})` : path;
}

/**
 * The same for the same effect on the same files, and long enough that nobody can find two effects with one
 * fingerprint.
 */
function markOf(changes: readonly Change[]): string {
  const all = changes.map(({ path, before, after }) => [path, before?.stamp, after]);
  return createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 32);
}
