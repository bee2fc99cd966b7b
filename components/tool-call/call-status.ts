/** The state of a tool call, from its part, its record and its approval; and the word for it. */
import type { DynamicToolUIPart } from 'ai';
import { say } from '@/components/words/say';
import type { ApprovalStatus } from '@/lib/approvals/approval-view';
import type { CallRecord } from '@/lib/runs/chat-view';
import type { Resolution } from '@/lib/unknowns/unknown-call-view';

export type CallStatus =
  | 'pending'
  | 'executing'
  | 'permission_required'
  | 'success'
  | 'error'
  | 'abort'
  | 'unknown';

export type ToolPart = DynamicToolUIPart;

/** The parts of an approval that the state depends on. */
export interface ApprovalState {
  status: ApprovalStatus;
  mayDecide: boolean;
  /** The policy lets nobody run it now. */
  denied?: boolean;
}

interface Facts {
  part: ToolPart;
  call?: CallRecord;
  approval?: ApprovalState;
  /** How a person resolved it when its outcome was unknown. */
  resolution?: Resolution | null;
}

/** A held call (asked for, but without a card) is pending; a call whose answer was no, in any way, is aborted. */
export function callStatus({ part, call, approval, resolution }: Facts): CallStatus {
  switch (part.state) {
    case 'output-available':
      return answered(part.output, call);
    case 'output-error':
      if (call?.outcome === 'unknown') return 'unknown';
      return call?.outcome === 'abort' || isRefused(approval) ? 'abort' : 'error';
    case 'output-denied':
      return 'abort';
    case 'approval-responded':
      return part.approval.approved ? unanswered(call, approval, resolution) : 'abort';
    default:
      return unanswered(call, approval, resolution);
  }
}

/** A result marked as an error is one, however it arrived. */
function answered(output: unknown, call: CallRecord | undefined): CallStatus {
  const saysError =
    typeof output === 'object' && output !== null && 'isError' in output && output.isError === true;
  if (saysError) return 'error';
  // A person found out that it took effect after all.
  return call?.outcome === 'unknown' ? 'success' : (call?.outcome ?? 'success');
}

function unanswered(
  call: CallRecord | undefined,
  approval: ApprovalState | undefined,
  resolution: Resolution | null | undefined,
): CallStatus {
  // Its record is still that of the first attempt.
  if (resolution === 'rerun' && call?.outcome === 'unknown') return 'executing';
  if (call) return call.outcome ?? 'executing';
  if (!approval) return 'pending';
  if (approval.status === 'pending') return 'permission_required';
  return approval.status === 'confirmed' ? 'executing' : 'abort';
}

function isRefused(approval: ApprovalState | undefined): boolean {
  return approval !== undefined && approval.status !== 'pending' && approval.status !== 'confirmed';
}

const ABORTED = {
  cancelled: 'outcome.cancelled',
  expired: 'outcome.expired',
  superseded: 'outcome.withdrawn',
} as const satisfies Partial<Record<ApprovalStatus, string>>;

/** The state as the row says it. */
export function statusWord(status: CallStatus, approval?: ApprovalState, rehearsing?: boolean): string {
  switch (status) {
    case 'pending':
      return rehearsing ? say('call.rehearsing') : say('call.queued');
    case 'executing':
      return say('call.running');
    case 'permission_required':
      if (approval?.denied) return say('inbox.not-allowed');
      return approval?.mayDecide ? say('call.waits-for-you') : say('call.waits-for-admin');
    case 'success':
      return say('call.done');
    case 'error':
      return say('call.failed');
    case 'unknown':
      return say('call.unknown');
    case 'abort':
      return abortWord(approval?.status);
  }
}

function abortWord(status: ApprovalStatus | undefined): string {
  const isAsked = status !== undefined && status !== 'pending' && status !== 'confirmed';
  return say(isAsked ? ABORTED[status] : 'call.stopped');
}
