/**
 * What decisions, stops and crashes do to the tool parts of a stored message. Pure. The states below were
 * found to be the ones that the SDK and both model interfaces accept; others break every later turn.
 */
import type { DynamicToolUIPart, UIMessage } from 'ai';

type Part = UIMessage['parts'][number];

/** How a call that waited came out; `undefined` as long as it still waits. */
export type CallDecision =
  | { outcome: 'approved' }
  | { outcome: 'denied'; reason: string }
  | { outcome: 'superseded'; reason: string };

/** Whether the part is a call to a tool (all of ours are dynamic). */
export function isCall(part: Part): part is DynamicToolUIPart {
  return part.type === 'dynamic-tool';
}

/** Whether any call of the message still waits for a decision. */
export function hasWaitingCall(parts: Part[]): boolean {
  return parts.some((part) => isCall(part) && part.state === 'approval-requested');
}

/** Writes decisions into the calls that wait for one; all other parts stay as they are. */
export function applyDecisions(
  parts: Part[],
  decisionOf: (toolCallId: string) => CallDecision | undefined,
): Part[] {
  return parts.map((part) => {
    if (!isCall(part) || part.state !== 'approval-requested') return part;
    const decision = decisionOf(part.toolCallId);
    if (!decision) return part;
    return decided(part, decision);
  });
}

/**
 * Takes back every call that has not run: those that wait and those decided but not yet executed. The next
 * turn's model reads the reason.
 */
export function supersedeCalls(parts: Part[], reason: string): Part[] {
  return parts.map((part) => {
    if (!isCall(part)) return part;
    if (part.state !== 'approval-requested' && part.state !== 'approval-responded') return part;
    return decided(part, { outcome: 'superseded', reason });
  });
}

/** Ends every call that has no outcome yet, as an error that says why. */
export function failOpenCalls(parts: Part[], why: string): Part[] {
  return parts.map((part) => {
    if (!isCall(part)) return part;
    switch (part.state) {
      case 'input-streaming':
      case 'input-available': {
        const { approval: _none, ...call } = part;
        return { ...call, state: 'output-error', input: part.input ?? {}, errorText: why };
      }
      case 'approval-requested':
        return decided(part, { outcome: 'superseded', reason: why });
      case 'approval-responded':
        // What was refused did not run, whatever became of the rest.
        if (!part.approval.approved) {
          return decided(part, { outcome: 'superseded', reason: part.approval.reason ?? why });
        }
        return {
          ...part,
          state: 'output-error',
          errorText: why,
          approval: { ...part.approval, approved: true },
        };
      default:
        return part;
    }
  });
}

type OpenCall = Extract<DynamicToolUIPart, { state: 'approval-requested' | 'approval-responded' }>;

function decided(part: OpenCall, decision: CallDecision): DynamicToolUIPart {
  const asked = part.approval;
  if (decision.outcome === 'approved') {
    return { ...part, state: 'approval-responded', approval: { ...asked, approved: true } };
  }
  const approval = { ...asked, approved: false as const, reason: decision.reason };
  if (decision.outcome === 'denied') return { ...part, state: 'approval-responded', approval };
  return { ...part, state: 'output-denied', approval };
}
