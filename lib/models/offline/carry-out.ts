/**
 * One request on its way: which call comes next, or what came of it. Derived anew each time from the calls that
 * the prompt shows as made, so the model needs no memory and survives any restart.
 */
import { announce, announceLookup } from './announce';
import type { Result } from './answer';
import { type DraftCall, inputOf } from './draft-call';
import { findMade, hasRunBeside, type PlannedCall } from './made-calls';
import { asksForSeveral, wordsNotUnderstood } from './not-understood';
import { followPages, wantsAllPages } from './pages';
import type { Exchange, MadeCall } from './read-prompt';
import { repaired } from './repair';
import { type Resolution, resolveId } from './resolve-ids';
import { isRow, labelOf, pageOf, type Row } from './rows';
import { askFor, denied, failed, notClear, oneAtATime } from './say';
import type { OfferedTool } from './toolbox';

export type Progress =
  | { kind: 'call'; say: string; calls: PlannedCall[] }
  /** `madeUntil`: how many of the calls made belong to it; what follows has to look anew. */
  | { kind: 'done'; result: Result; madeUntil: number }
  | { kind: 'stuck'; say: string };

interface Situation {
  exchanges: readonly Exchange[];
  /** The calls made in this turn, for this request. */
  made: readonly MadeCall[];
  toolbox: readonly OfferedTool[];
  /** How often calls may still be made. */
  stepsLeft: number;
}

export function carryOut(call: DraftCall, situation: Situation): Progress {
  if (!call.tool.reads && asksForSeveral(call)) return { kind: 'stuck', say: oneAtATime(call) };
  if (call.missing.length > 0) return { kind: 'stuck', say: askFor(call) };
  const resolutions = call.named.map((named) => resolveId(named, call, situation));
  const stuck = resolutions.find((one) => one.kind === 'stuck');
  if (stuck) return { kind: 'stuck', say: stuck.say };
  const lookups = resolutions.filter((one) => one.kind === 'call');
  if (lookups.length > 0) {
    const say = lookups.some(({ tool }) => tool.risk !== 'read-only') ? announceLookup(call) : '';
    return { kind: 'call', say, calls: lookups.map((one) => one.call) };
  }
  const input = withIds(call, resolutions);
  const row = resolutions.flatMap((one) => (one.kind === 'resolved' && one.row ? [one.row] : []))[0];
  const done = lastAttempt(call, input, situation.made);
  if (done) return afterCall(call, done, row && labelOf(row), situation);
  const doubt = call.tool.reads ? undefined : doubtOf(call, row);
  if (doubt) return { kind: 'stuck', say: doubt };
  return beforeCall(call, input, row, situation);
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

function afterCall(
  call: DraftCall,
  done: MadeCall,
  target: string | undefined,
  { made, stepsLeft }: Situation,
): Progress {
  if (done.outcome.kind === 'error') {
    const mended = done.edited ? undefined : repaired(call.tool, done.input, done.outcome.message);
    const planned = mended && { tool: call.tool.name, input: mended };
    const isFirst = made.filter((one) => one.tool === call.tool.name).length === 1;
    if (planned && isFirst && stepsLeft > 0) return { kind: 'call', say: '', calls: [planned] };
    return { kind: 'stuck', say: failed(call.tool, done.outcome.message) };
  }
  if (done.outcome.kind === 'denied') {
    return {
      kind: 'stuck',
      say: denied(call.tool, target ?? '', done.outcome.reason, hasRunBeside(made, done)),
    };
  }
  if (done.outcome.kind !== 'value') {
    return { kind: 'stuck', say: failed(call.tool, 'the tool gave no answer.') };
  }
  const { value } = done.outcome;
  const result = resultOf(call, done, value, target);
  const madeUntil = made.indexOf(done) + 1;
  const page = pageOf(value);
  if (!page) return { kind: 'done', result: { ...result, page: undefined }, madeUntil };
  const { read, next } = followPages(call, done, page, made);
  if (next && stepsLeft > 0 && wantsAllPages(call)) return { kind: 'call', say: '', calls: [next] };
  return { kind: 'done', result: { ...result, page: read }, madeUntil };
}

/** What somebody changed on the card may be about something else than what was named. */
function resultOf(call: DraftCall, done: MadeCall, value: unknown, target: string | undefined) {
  const { input, edited } = done;
  return edited
    ? { call: { ...call, named: [] }, input, value, target: undefined, edited }
    : { call, input, value, target };
}

/** Words that nothing has understood, or that do not fit what was found: "send INV-1 to X", and INV-1 is Y's. */
function doubtOf(call: DraftCall, row: Row | undefined): string | undefined {
  const words = wordsNotUnderstood(call, row);
  return words.length > 0 ? notClear(call, words, row && labelOf(row)) : undefined;
}

/** Before something is destroyed: a closer look, and words about what would go. */
function beforeCall(
  call: DraftCall,
  input: Record<string, unknown>,
  row: Row | undefined,
  { exchanges, made, toolbox }: Situation,
): Progress {
  const planned = { tool: call.tool.name, input };
  if (call.tool.risk !== 'destructive') return { kind: 'call', say: '', calls: [planned] };
  const look = closerLook(call, input, toolbox);
  const seen = look && findMade(made, look);
  if (look && !seen) return { kind: 'call', say: '', calls: [look] };
  const detail = seen?.outcome.kind === 'value' && isRow(seen.outcome.value) ? seen.outcome.value : undefined;
  return { kind: 'call', say: announce(call, row, detail, exchanges), calls: [planned] };
}

/** A tool that reads one thing in full, by the same id. */
function closerLook(
  call: DraftCall,
  input: Record<string, unknown>,
  toolbox: readonly OfferedTool[],
): PlannedCall | undefined {
  const id = call.tool.params.find((param) => param.kind === 'id' && param.required);
  if (!id) return undefined;
  const thing = id.words.length > 0 ? id.words : call.tool.nouns;
  const reader = toolbox.find(
    (tool) =>
      tool.risk === 'read-only' &&
      tool.server === call.tool.server &&
      !tool.many &&
      tool.params.some((param) => param.name === id.name) &&
      tool.params.every((param) => !param.required || param.name === id.name) &&
      thing.every((word) => tool.nouns.includes(word)),
  );
  return reader && { tool: reader.name, input: Object.fromEntries([[id.name, input[id.name]]]) };
}
