/** From a message's parts to what the page renders, in order: text, tool calls with their facts, notices. */
import type { ApprovalView } from '@/lib/approvals/approval-view';
import type { ElicitationView } from '@/lib/elicitation/elicitation-view';
import type { CallLog } from '@/lib/execution/call-record';
import type { AmberMessage, CallMetadata, CallRecord, RunError } from '@/lib/runs/chat-view';
import type { UnknownCallView } from '@/lib/unknowns/unknown-call-view';
import { resolve } from '@/mcp/annotations';
import { callStatus, type ToolPart } from './call-status';

export interface CallFacts {
  part: ToolPart;
  metadata: CallMetadata;
  call?: CallRecord | undefined;
  /** It is being rehearsed: it has not begun. */
  rehearsing?: true;
  /** What its server logged meanwhile; absent if nothing. */
  log?: CallLog;
  approval?: ApprovalView;
  unknownCall?: UnknownCallView;
  /** What its server asked during it, oldest first; absent if nothing. */
  forms?: ElicitationView[];
}

export type Block =
  /** `cut`: the answer was broken off in it. */
  | { kind: 'text'; text: string; streaming: boolean; cut?: true }
  /** Consecutive calls, in groups: a group of more than one ran concurrently. */
  | { kind: 'calls'; groups: CallFacts[][] }
  | { kind: 'error'; error: RunError }
  /** `reasons`: why tools of several servers are missing, by server. */
  | { kind: 'notice'; text: string };

type Part = AmberMessage['parts'][number];

/** What the page renders for a message. Unknown parts are left out. */
export function blocksOf(parts: readonly Part[]): Block[] {
  const factsOf = factsIn(parts);
  const blocks: Block[] = [];
  let sameStep = false;
  for (const part of parts) {
    if (part.type === 'step-start') sameStep = false;
    if (part.type === 'dynamic-tool') {
      const facts = factsOf(part);
      if (isLeftOut(facts)) continue;
      addCall(blocks, facts, sameStep);
      sameStep = true;
      continue;
    }
    const block = blockOf(part);
    const last = blocks.at(-1);
    if (block && last?.kind === 'text' && breaksOff(part)) last.cut = true;
    if (block) blocks.push(block);
  }
  return blocks;
}

function breaksOff(part: Part): boolean {
  return part.type === 'data-run-error' || (part.type === 'data-notice' && part.data.isEnd === true);
}

/** Looks up what the message's other parts say about a call. */
function factsIn(parts: readonly Part[]): (part: ToolPart) => CallFacts {
  const records = new Map<string, CallRecord>();
  const logs = new Map<string, CallLog>();
  const approvals = new Map<string, ApprovalView>();
  const unknownCalls = new Map<string, UnknownCallView>();
  const forms = new Map<string, ElicitationView[]>();
  for (const part of parts) {
    if (part.type === 'data-call') records.set(part.data.toolCallId, part.data);
    if (part.type === 'data-call-log') logs.set(part.data.toolCallId, part.data);
    if (part.type === 'data-approval') approvals.set(part.data.toolCallId, part.data);
    if (part.type === 'data-doubt') unknownCalls.set(part.data.toolCallId, part.data);
    if (part.type === 'data-elicitation') {
      const { toolCallId } = part.data;
      forms.set(toolCallId, [...(forms.get(toolCallId) ?? []), part.data]);
    }
  }
  return (part) => ({
    part,
    metadata: { ...metadataOf(part), ...records.get(part.toolCallId)?.found },
    ...recordOf(records.get(part.toolCallId)),
    log: logs.get(part.toolCallId),
    approval: approvals.get(part.toolCallId),
    unknownCall: unknownCalls.get(part.toolCallId),
    forms: forms.get(part.toolCallId),
  });
}

/** A call that is merely being rehearsed has not begun. */
function recordOf(call: CallRecord | undefined): Pick<CallFacts, 'call' | 'rehearsing'> {
  return call?.rehearsing ? { rehearsing: true } : { call };
}

/** Silent calls are shown only if a person was asked, or they failed. */
function isLeftOut({ part, metadata, call, approval, unknownCall, forms }: CallFacts): boolean {
  if (!metadata.silent || approval || unknownCall || forms) return false;
  return !['error', 'unknown'].includes(callStatus({ part, call }));
}

/** Whether the last event in a message is a call whose row is left out. */
export function endsLeftOut(parts: readonly Part[]): boolean {
  const last = parts.findLast((part) => part.type === 'text' || part.type === 'dynamic-tool');
  return last?.type === 'dynamic-tool' && isLeftOut(factsIn(parts)(last));
}

function blockOf(part: Part): Block | null {
  switch (part.type) {
    case 'text':
      return part.text.trim() === ''
        ? null
        : { kind: 'text', text: part.text, streaming: part.state === 'streaming' };
    case 'data-run-error':
      return { kind: 'error', error: part.data };
    case 'data-notice':
      return part.data.isKnown || isMissingTools(part) ? null : { kind: 'notice', text: part.data.text };
    default:
      return null;
  }
}

/** A notice about an unavailable server, which the page shows once, above all answers. */
export function isMissingTools({ type, id }: Part & { id?: string }): boolean {
  return type === 'data-notice' && id === 'problems';
}

function addCall(blocks: Block[], facts: CallFacts, sameStep: boolean): void {
  const last = blocks.at(-1);
  if (last?.kind !== 'calls') {
    blocks.push({ kind: 'calls', groups: [[facts]] });
    return;
  }
  const group = last.groups.at(-1);
  const before = group?.at(-1);
  if (sameStep && group && before && ranTogether(before, facts)) group.push(facts);
  else last.groups.push([facts]);
}

/**
 * Adjacent reads of one step run concurrently, unless their times say otherwise. Also assumed before both have begun,
 * so that rows do not move then.
 */
function ranTogether(before: CallFacts, after: CallFacts): boolean {
  const reads = [before, after].every(({ metadata, approval }) => metadata.risk === 'read-only' && !approval);
  if (!reads) return false;
  const [one, other] = [before.call, after.call];
  if (!one || !other) return !isOver(before) && !isOver(after);
  return startOf(one) <= endOf(other) && startOf(other) <= endOf(one);
}

function isOver({ part }: CallFacts): boolean {
  return part.state.startsWith('output-');
}

const startOf = (call: CallRecord) => Date.parse(call.startedAt);

function endOf(call: CallRecord): number {
  return call.durationMs === undefined ? Number.POSITIVE_INFINITY : startOf(call) + call.durationMs;
}

/** The app's facts about the tool. Without them, the worst is assumed. */
function metadataOf(part: ToolPart): CallMetadata {
  const known = part.toolMetadata as Partial<CallMetadata> | undefined;
  const trusted = known?.trusted === true;
  return {
    server: known?.server ?? '',
    tool: known?.tool ?? part.toolName,
    title: known?.title ?? part.toolName,
    trusted,
    risk: known?.risk ?? 'destructive',
    annotations: known?.annotations ?? resolve(undefined, trusted),
    ...(known?.silent && trusted ? { silent: true } : {}),
  };
}
