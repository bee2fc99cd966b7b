/** Names to ids: which lookups are still to be made, and what those that were made have found. */

import type { FoundDate } from './dates';
import type { DraftCall, NamedId } from './draft-call';
import { type Lookup, lookupsFor, widerLookup } from './find-id';
import { findMade, type PlannedCall } from './made-calls';
import { isDated, type Match, matchRow } from './match-row';
import { thingOf } from './phrases';
import { pickRow } from './pick-one';
import type { Exchange, MadeCall } from './read-prompt';
import { idIn, isRow, own, type Page, pageOf, type Row } from './rows';
import { denied, failed, noLookup, notFound, severalFound, unknownPronoun } from './say';
import { closest } from './synonyms';
import type { OfferedTool } from './toolbox';
import { inWords, splitName, stem } from './words';

export type Resolution =
  | { kind: 'resolved'; id: string | number; row: Row | undefined }
  | { kind: 'call'; call: PlannedCall; tool: OfferedTool }
  | { kind: 'stuck'; say: string };

const MOST_PAGES = 3;

interface Known {
  exchanges: readonly Exchange[];
  made: readonly MadeCall[];
  toolbox: readonly OfferedTool[];
}

export function resolveId(named: NamedId, call: DraftCall, known: Known): Resolution {
  const { made, toolbox } = known;
  const thing = inWords(named.param.name).replace(/ ?\b(ids?|key|uuid)$/, '') || thingOf(call.tool);
  if (named.pronoun) return spokenOf(named, known.exchanges, thing);
  const lookups = lookupsFor(named, call, toolbox);
  const [first] = lookups;
  const said = named.text || named.pick?.order.said || '';
  if (!first) return { kind: 'stuck', say: noLookup(said, thing) };
  for (const lookup of lookups) {
    const found = follow(lookup, named, call, made);
    if (found.kind !== 'match') return found;
    if (found.match.kind === 'several') return unclear(said, thing, found.match.rows, call.tool.reads);
    const id = found.match.kind === 'one' ? idIn(found.match.row, named.param.name) : undefined;
    if (found.match.kind === 'one' && id !== undefined) return { kind: 'resolved', id, row: found.match.row };
  }
  const wider = widerLookup(first, named.text);
  const near = wider && follow(wider, { ...named, pick: undefined }, call, made, 1);
  if (near?.kind === 'call') return near;
  if (near?.kind === 'match' && near.match.kind === 'several')
    return unclear(said, thing, near.match.rows, call.tool.reads);
  return { kind: 'stuck', say: notFound(said, thing) };
}

function unclear(text: string, thing: string, rows: readonly Row[], reads: boolean): Resolution {
  return { kind: 'stuck', say: severalFound(text, thing, rows, reads) };
}

type Found = { kind: 'match'; match: Match } | Extract<Resolution, { kind: 'call' | 'stuck' }>;

/** Follows one lookup through its pages until the name is found. */
function follow(
  lookup: Lookup,
  named: NamedId,
  call: DraftCall,
  made: readonly MadeCall[],
  mostPages = MOST_PAGES,
): Found {
  const cursorParam = lookup.tool.params.find((param) => param.kind === 'cursor');
  const rows: Row[] = [];
  let { input } = lookup;
  for (let page = 1; ; page += 1) {
    const planned = { tool: lookup.tool.name, input };
    const done = findMade(made, planned);
    if (!done) return { kind: 'call', call: planned, tool: lookup.tool };
    if (done.outcome.kind === 'error')
      return { kind: 'stuck', say: failed(lookup.tool, done.outcome.message) };
    if (done.outcome.kind === 'denied')
      return { kind: 'stuck', say: denied(lookup.tool, '', done.outcome.reason) };
    const read = done.outcome.kind === 'value' ? pageFrom(done.outcome.value) : undefined;
    rows.push(...(read?.rows ?? []));
    const isOver = read?.cursor === undefined || !cursorParam;
    const able = rowsOn(call.idleDates, rows);
    const match = named.pick ? pickRow(able, named, lookup.tool, isOver) : matchRow(able, named.text);
    if (isOver || (match.kind === 'one' && match.exact)) return { kind: 'match', match };
    // With more pages to come, the only one so far may not be the only one.
    if (page >= mostPages) {
      return { kind: 'match', match: match.kind === 'one' ? { kind: 'several', rows: [match.row] } : match };
    }
    input = { ...lookup.input, [cursorParam.name]: read.cursor };
  }
}

/** "The payment of 16 November": of those that fit, the ones of that day. */
function rowsOn(dates: readonly FoundDate[], rows: readonly Row[]): readonly Row[] {
  const able = rows.filter((row) => dates.every((date) => isDated(row, date)));
  return able.length > 0 ? able : rows;
}

/** A single thing counts as a list of one. */
function pageFrom(value: unknown): Page | undefined {
  return pageOf(value) ?? (isRow(value) ? { rows: [value] } : undefined);
}

/** "it": what the latest call was about, in this turn or an earlier one. */
function spokenOf(named: NamedId, exchanges: readonly Exchange[], thing: string): Resolution {
  for (const made of exchanges.flatMap((exchange) => exchange.calls).reverse()) {
    const given = own(made.input, named.param.name);
    if (typeof given === 'string' || typeof given === 'number')
      return { kind: 'resolved', id: given, row: undefined };
    const row = made.outcome.kind === 'value' ? onlyThing(made, named) : undefined;
    const id = row && idIn(row, named.param.name);
    if (row && id !== undefined) return { kind: 'resolved', id, row };
  }
  return { kind: 'stuck', say: unknownPronoun(thing) };
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
