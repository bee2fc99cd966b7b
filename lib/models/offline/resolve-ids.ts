/** Names to ids: which lookups are still to be made, and what those that were made have found. */
import type { DraftCall, NamedId } from './draft-call';
import { type Lookup, lookupsFor } from './find-id';
import { findMade, type PlannedCall } from './made-calls';
import { type Match, matchRow } from './match-row';
import { thingOf } from './phrases';
import type { Exchange, MadeCall } from './read-prompt';
import { idIn, isRow, own, type Page, pageOf, type Row } from './rows';
import { failed, notFound, severalFound } from './say';
import { closest } from './synonyms';
import type { OfferedTool } from './toolbox';
import { inWords, splitName, stem } from './words';

export type Resolution =
  | { kind: 'resolved'; id: string | number; row: Row | undefined }
  | { kind: 'call'; call: PlannedCall }
  | { kind: 'stuck'; say: string };

const MOST_PAGES = 3;

export function resolveId(
  named: NamedId,
  call: DraftCall,
  exchanges: readonly Exchange[],
  toolbox: readonly OfferedTool[],
): Resolution {
  const thing = inWords(named.param.name).replace(/ ?\b(ids?|key|uuid)$/, '') || thingOf(call.tool);
  if (named.pronoun) return spokenOf(named, call, exchanges, thing);
  const lookups = lookupsFor(named, call, toolbox);
  if (lookups.length === 0) {
    return {
      kind: 'stuck',
      say: `I need the id of the ${thing}, and nothing here tells me the id of “${named.text}”. Nothing was done.`,
    };
  }
  let several: Row[] = [];
  for (const lookup of lookups) {
    const found = follow(lookup, named.text, exchanges.at(-1)?.calls ?? []);
    if (found.kind === 'call' || found.kind === 'stuck') return found;
    if (found.match.kind === 'one') {
      const id = idIn(found.match.row, named.param.name);
      if (id !== undefined) return { kind: 'resolved', id, row: found.match.row };
    }
    if (found.match.kind === 'several') several = found.match.rows;
    if (several.length > 0) break;
  }
  return {
    kind: 'stuck',
    say: several.length > 0 ? severalFound(named.text, thing, several) : notFound(named.text, thing),
  };
}

type Found = { kind: 'match'; match: Match } | Extract<Resolution, { kind: 'call' | 'stuck' }>;

/** Follows one lookup through its pages until the name is found. */
function follow(lookup: Lookup, text: string, made: readonly MadeCall[]): Found {
  const rows: Row[] = [];
  let input = lookup.input;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const planned = { tool: lookup.tool.name, input };
    const done = findMade(made, planned);
    if (!done) return { kind: 'call', call: planned };
    if (done.outcome.kind === 'error')
      return { kind: 'stuck', say: failed(lookup.tool, done.outcome.message) };
    const read = done.outcome.kind === 'value' ? pageFrom(done.outcome.value) : undefined;
    rows.push(...(read?.rows ?? []));
    const match = matchRow(rows, text);
    // With more pages to come, "the only one" may not be the only one.
    const cursorParam = lookup.tool.params.find((param) => param.kind === 'cursor');
    if (read?.cursor === undefined || !cursorParam || page === MOST_PAGES) return { kind: 'match', match };
    input = { ...lookup.input, [cursorParam.name]: read.cursor };
  }
  return { kind: 'match', match: { kind: 'none' } };
}

/** A single thing counts as a list of one. */
function pageFrom(value: unknown): Page | undefined {
  return pageOf(value) ?? (isRow(value) ? { rows: [value] } : undefined);
}

/** "it": what the latest call was about, in this turn or an earlier one. */
function spokenOf(
  named: NamedId,
  call: DraftCall,
  exchanges: readonly Exchange[],
  thing: string,
): Resolution {
  for (const made of exchanges.flatMap((exchange) => exchange.calls).reverse()) {
    const given = own(made.input, named.param.name);
    if (typeof given === 'string' || typeof given === 'number')
      return { kind: 'resolved', id: given, row: undefined };
    const row = made.outcome.kind === 'value' ? onlyThing(made, named) : undefined;
    const id = row && idIn(row, named.param.name);
    if (row && id !== undefined) return { kind: 'resolved', id, row };
  }
  return {
    kind: 'stuck',
    say: `I do not know which ${thing} you mean by that: please say its name to ${call.tool.words.join(' ')}. Nothing was done.`,
  };
}

/** The one thing of the wanted kind that a call answered with: by itself, inside an envelope, or as the only row. */
function onlyThing(made: MadeCall, named: NamedId): Row | undefined {
  const value = made.outcome.kind === 'value' ? made.outcome.value : undefined;
  if (!isRow(value)) return undefined;
  const inner = Object.entries(value).find(
    ([name, field]) => isRow(field) && closest(stem(name), named.thing) > 0,
  );
  if (inner && isRow(inner[1])) return inner[1];
  const isAbout = splitName(made.tool).some((word) => closest(stem(word), named.thing) > 0);
  if (!isAbout) return undefined;
  const page = pageOf(value);
  if (page) return page.rows.length === 1 ? page.rows[0] : undefined;
  return value;
}
