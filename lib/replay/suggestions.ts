import 'server-only';
/** Grants that the team's record suggests. */
import type { Queryable } from '@/db/client';
import type { Caller } from '@/lib/people/caller';
import { maskedValue } from '@/lib/transport/masked-value';
import { canonicalJson } from '@/lib/values/canonical-json';
import { alone, type ReplayOptions, readRecord } from './replay';
import type { Suggested, Suggestion } from './replay-view';
import { Suggestions } from './suggest';

const MOST = 20;
/** Characters of a call's arguments; longer ones suggest nothing. */
const LONGEST_INPUT = 20_000;

/** @throws AppError forbidden, too_many_requests: as `replay` */
export function suggestions(db: Queryable, caller: Caller, options: ReplayOptions = {}): Promise<Suggested> {
  return alone(db, caller, async () => {
    const found = new Suggestions();
    const of = { server: null, tool: null, inputLength: LONGEST_INPUT };
    const read = await readRecord(db, caller.teamId, { ...options, ...of }, (row) => found.add(row));
    // Earlier cancellations would not have been seen.
    const told = read.isCut ? [] : found.result().filter(tellsNoSecret).slice(0, MOST);
    return { suggestions: told, ...read };
  });
}

/** A bound is shown with its value. */
function tellsNoSecret({ bounds }: Suggestion): boolean {
  return bounds.every((bound) => {
    if (bound.is === 'only' || bound.is === 'any') return true;
    const told = { [bound.argument]: bound.value };
    return canonicalJson(maskedValue(told)) === canonicalJson(told);
  });
}
