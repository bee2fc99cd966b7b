/**
 * One request on its way: which call comes next, or what came of it. Derived anew each time from the calls that
 * the prompt shows as made, so the model needs no memory and survives any restart.
 */
import { announce } from './announce';
import type { Result } from './answer';
import { type DraftCall, inputOf } from './draft-call';
import { findMade, type PlannedCall } from './made-calls';
import { mentions } from './match-row';
import { actOf } from './phrases';
import type { Exchange, MadeCall } from './read-prompt';
import { repaired } from './repair';
import { type Resolution, resolveId } from './resolve-ids';
import { isRow, labelOf, type Page, pageOf, type Row } from './rows';
import { askFor, failed } from './say';
import type { OfferedTool } from './toolbox';

export type Progress =
  | { kind: 'call'; say: string; calls: PlannedCall[]; target: string }
  | { kind: 'done'; result: Result }
  | { kind: 'stuck'; say: string };

interface Situation {
  exchanges: readonly Exchange[];
  toolbox: readonly OfferedTool[];
  /** How often calls may still be made. */
  stepsLeft: number;
}

export function carryOut(call: DraftCall, situation: Situation): Progress {
  if (call.missing.length > 0) return { kind: 'stuck', say: askFor(call) };
  const resolutions = call.named.map((named) =>
    resolveId(named, call, situation.exchanges, situation.toolbox),
  );
  const stuck = resolutions.find((one) => one.kind === 'stuck');
  if (stuck) return { kind: 'stuck', say: stuck.say };
  const lookups = resolutions.flatMap((one) => (one.kind === 'call' ? [one.call] : []));
  if (lookups.length > 0) return { kind: 'call', say: '', calls: lookups, target: '' };
  const input = withIds(call, resolutions);
  const row = resolutions.flatMap((one) => (one.kind === 'resolved' && one.row ? [one.row] : []))[0];
  const made = situation.exchanges.at(-1)?.calls ?? [];
  const done = lastAttempt(call, input, made);
  if (done) return afterCall(call, done, made, situation.stepsLeft);
  const doubt = call.tool.reads ? undefined : contradiction(call, row);
  if (doubt) return { kind: 'stuck', say: doubt };
  return beforeCall(call, input, row, made, situation.toolbox);
}

function withIds(call: DraftCall, resolutions: readonly Resolution[]): Record<string, unknown> {
  const args = new Map(call.args);
  call.named.forEach((named, index) => {
    const resolution = resolutions[index];
    if (resolution?.kind === 'resolved')
      args.set(named.param.name, named.list ? [resolution.id] : resolution.id);
  });
  return inputOf(args);
}

/** The call as made, or its mended form when that was made. */
function lastAttempt(
  call: DraftCall,
  input: Record<string, unknown>,
  made: readonly MadeCall[],
): MadeCall | undefined {
  const first = findMade(made, { tool: call.tool.name, input });
  if (first?.outcome.kind !== 'error') return first;
  const mended = repaired(call.tool, input, first.outcome.message);
  return (mended && findMade(made, { tool: call.tool.name, input: mended })) ?? first;
}

function afterCall(call: DraftCall, done: MadeCall, made: readonly MadeCall[], stepsLeft: number): Progress {
  if (done.outcome.kind === 'error') {
    const mended = repaired(call.tool, done.input, done.outcome.message);
    const planned = mended && { tool: call.tool.name, input: mended };
    const isFresh = planned && made.filter((one) => one.tool === call.tool.name).length === 1;
    if (planned && isFresh && stepsLeft > 0) return { kind: 'call', say: '', calls: [planned], target: '' };
    return { kind: 'stuck', say: failed(call.tool, done.outcome.message) };
  }
  if (done.outcome.kind !== 'value')
    return { kind: 'stuck', say: failed(call.tool, 'the tool gave no answer.') };
  const { value } = done.outcome;
  const page = pageOf(value);
  if (!page) return { kind: 'done', result: { call, input: done.input, value, page } };
  const { rows, cursor, next } = followPages(call, done, page, made);
  if (next && stepsLeft > 0 && wantsAll(call)) return { kind: 'call', say: '', calls: [next], target: '' };
  const all: Page = {
    rows,
    ...(cursor !== undefined && { cursor }),
    ...(page.total !== undefined && { total: page.total }),
  };
  return { kind: 'done', result: { call, input: done.input, value, page: all } };
}

/** Sums and counts want all pages; "show me" is content with the first. */
function wantsAll(call: DraftCall): boolean {
  return (
    call.tool.reads &&
    /\b(?:which|who|how (?:many|much)|what|all|every|total|sum|altogether|overall)\b/i.test(call.request.text)
  );
}

/** The pages that were read, and the call that would read the next one. */
function followPages(call: DraftCall, first: MadeCall, page: Page, made: readonly MadeCall[]) {
  const rows = [...page.rows];
  let { cursor } = page;
  const cursorParam = call.tool.params.find((param) => param.kind === 'cursor');
  const limit = call.tool.params.find(
    (param) => param.words.join(' ') === 'limit' && param.maximum !== undefined,
  );
  while (cursor !== undefined && cursorParam) {
    const size = limit ? [[limit.name, limit.maximum]] : [];
    const input = Object.fromEntries([...Object.entries(first.input), ...size, [cursorParam.name, cursor]]);
    const next = { tool: call.tool.name, input };
    const read = findMade(made, next);
    if (!read) return { rows, cursor, next };
    const more = read.outcome.kind === 'value' ? pageOf(read.outcome.value) : undefined;
    rows.push(...(more?.rows ?? []));
    if (more?.cursor === cursor) break;
    cursor = more?.cursor;
  }
  return { rows, cursor, next: undefined };
}

/** A name in the request that does not fit what was found: "send INV-1 to X", and INV-1 is Y's. */
function contradiction(call: DraftCall, row: Row | undefined): string | undefined {
  if (!row) return undefined;
  const other = call.leftover.find((span) => span.form !== 'words' && !mentions(row, span.text));
  if (!other) return undefined;
  const label = labelOf(row) ?? 'that';
  return `I stopped before I ${actOf(call.tool)}: you also said “${other.text}”, and I do not find that with ${label}. Nothing was done. Please say it again without it, or check the name.`;
}

/** Before something is destroyed: a closer look, and words about what would go. */
function beforeCall(
  call: DraftCall,
  input: Record<string, unknown>,
  row: Row | undefined,
  made: readonly MadeCall[],
  toolbox: readonly OfferedTool[],
): Progress {
  const planned = { tool: call.tool.name, input };
  const target = (row && labelOf(row)) ?? '';
  if (call.tool.risk !== 'destructive') return { kind: 'call', say: '', calls: [planned], target };
  const look = closerLook(call, input, toolbox);
  const seen = look && findMade(made, look);
  if (look && !seen) return { kind: 'call', say: '', calls: [look], target };
  const detail = seen?.outcome.kind === 'value' && isRow(seen.outcome.value) ? seen.outcome.value : undefined;
  return { kind: 'call', say: announce(call, row, detail), calls: [planned], target };
}

/** A tool that reads one thing in full, by the same id. */
function closerLook(
  call: DraftCall,
  input: Record<string, unknown>,
  toolbox: readonly OfferedTool[],
): PlannedCall | undefined {
  const [named] = call.named;
  if (!named || named.list) return undefined;
  const reader = toolbox.find(
    (tool) =>
      tool.risk === 'read-only' &&
      tool.server === call.tool.server &&
      !tool.many &&
      tool.params.some((param) => param.name === named.param.name) &&
      tool.params.every((param) => !param.required || param.name === named.param.name) &&
      named.thing.every((word) => tool.nouns.includes(word)),
  );
  const id = input[named.param.name];
  return reader && { tool: reader.name, input: Object.fromEntries([[named.param.name, id]]) };
}
