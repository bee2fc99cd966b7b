/** Questions about the tool parts of a message, and ending those that never became a call in the ledger. Pure. */
import type { DynamicToolUIPart } from 'ai';

/** Whether the part is a call to a tool (all of ours are dynamic). */
export function isCall(part: { type: string }): part is DynamicToolUIPart {
  return part.type === 'dynamic-tool';
}

/** Whether any call of the message still waits for a decision. */
export function hasWaitingCall(parts: readonly { type: string }[]): boolean {
  return parts.some((part) => isCall(part) && part.state === 'approval-requested');
}

/** Ends every call that the model had made or was making and that was never judged, as an error that says why. */
export function failOpenCalls<Part extends { type: string }>(
  parts: readonly Part[],
  why: string,
): (Part | DynamicToolUIPart)[] {
  return parts.map((part) => {
    if (!isCall(part) || (part.state !== 'input-streaming' && part.state !== 'input-available')) return part;
    const { approval: _none, ...call } = part;
    return { ...call, state: 'output-error', input: part.input ?? {}, errorText: why };
  });
}
