/** How a call of the ledger appears in its message: a pure function of its rows. */
import type { DynamicToolUIPart, ToolUIPart } from 'ai';
import { decisionOf } from '@/lib/approvals/card-decision';
import type { CallOutput } from '@/lib/execution/call-record';
import { type CallRow, isFinal } from '@/lib/execution/ledger';
import type { ToldCard, ToldRound } from '@/lib/store/message-calls';
import type { CallRef } from './stored-message';

/** A call with all its rounds and cards, each oldest first; there is at least one round. */
export interface LedgerCall {
  rounds: [ToldRound, ...ToldRound[]];
  cards: readonly ToldCard[];
  /** Its run has ended: nothing of it waits. */
  isOver: boolean;
}

type Approval = NonNullable<ToolUIPart['approval']>;

export const LOOKED = 'A person looked: this call took effect. Its answer was lost.';
const HAPPENED: CallOutput = {
  content: [{ type: 'text', text: LOOKED }],
  structuredContent: { message: LOOKED },
};
const LEFT = 'Nobody knows whether this call took effect. A person looked and left it at that.';

/** If a call was run again, only its newest round counts. */
export function newestRound({ rounds }: LedgerCall): CallRow {
  return rounds.at(-1) ?? rounds[0];
}

/** The call's part as the page shows it and the model reads it. */
export function tellCall(ref: CallRef, call: LedgerCall): DynamicToolUIPart {
  const row = newestRound(call);
  switch (row.status) {
    case 'success':
      return withOutput(ref, call, row.result ?? { content: [] });
    case 'error':
    case 'abort':
      return withError(ref, call, row.error ?? 'This call did not end well.');
    case 'unknown':
      return unknown(ref, call, row);
    case 'denied':
      return call.cards.length > 0 ? decided(ref, call) : refused(ref, row);
    default:
      // A person who had it run again did so without a card.
      if (call.cards.length > 0 && row.round === 1) return decided(ref, call);
      return isFinal(row.status)
        ? withError(ref, call, row.error ?? 'This call never ran.')
        : begun(ref, row);
  }
}

function unknown(ref: CallRef, call: LedgerCall, row: CallRow): DynamicToolUIPart {
  switch (row.resolution) {
    case 'rerun':
      // The next round is inserted in the same moment; until it is read, this is its state.
      return begun(ref, row);
    case 'happened':
      return withOutput(ref, call, row.result ?? HAPPENED);
    case 'left':
      return withError(ref, call, LEFT);
    default:
      return withError(ref, call, row.error ?? 'Its answer was lost.');
  }
}

/** What all states share; the arguments are those that a person put in place of the model's, if any. */
function said({ callProviderMetadata }: CallRef, row: CallRow) {
  const { edited } = row;
  const metadata = {
    ...row.metadata,
    ...(edited && { edited: { by: edited.by.name, before: edited.before } }),
  };
  return {
    type: 'dynamic-tool' as const,
    toolCallId: row.toolCallId,
    toolName: row.modelTool,
    title: String(row.metadata.title),
    toolMetadata: metadata as DynamicToolUIPart['toolMetadata'],
    ...(callProviderMetadata && { callProviderMetadata }),
    input: JSON.parse(row.input) as unknown,
  };
}

function begun(ref: CallRef, row: CallRow): DynamicToolUIPart {
  return { ...said(ref, row), state: 'input-available' };
}

function withOutput(ref: CallRef, call: LedgerCall, output: unknown): DynamicToolUIPart {
  const row = newestRound(call);
  return { ...said(ref, row), ...permission(call, row), state: 'output-available', output };
}

function withError(ref: CallRef, call: LedgerCall, errorText: string): DynamicToolUIPart {
  const row = newestRound(call);
  return { ...said(ref, row), ...permission(call, row), state: 'output-error', errorText };
}

/** A call that has ended was permitted, whatever became of its card since. */
function permission({ cards }: LedgerCall, { round }: CallRow) {
  const asked = round === 1 ? askedOf(cards) : undefined;
  return asked ? { approval: { ...asked, approved: true as const } } : {};
}

/** The SDK's approval request, by the first card: a replacement was shown without being requested. */
function askedOf([first]: readonly ToldCard[]): Pick<Approval, 'id' | 'requestReason'> | undefined {
  return first && { id: first.sdkApprovalId, requestReason: first.reason };
}

/** A call that has not run, by the newest of its cards. */
function decided(ref: CallRef, { rounds, cards, isOver }: LedgerCall): DynamicToolUIPart {
  const part = said(ref, rounds[0]);
  const asked = askedOf(cards) ?? { id: '' };
  const decision = decisionOf(cards.at(-1));
  if (!decision) return { ...part, state: 'approval-requested', approval: asked };
  if (decision.outcome === 'approved') {
    return { ...part, state: 'approval-responded', approval: { ...asked, approved: true } };
  }
  const approval = { ...asked, approved: false as const, reason: decision.reason };
  const isTold = decision.outcome === 'superseded' || isOver || ref.toldNo;
  return { ...part, state: isTold ? 'output-denied' : 'approval-responded', approval };
}

/** The policy denied it, and nobody was asked. */
function refused(ref: CallRef, row: CallRow): DynamicToolUIPart {
  const part = said(ref, row);
  if (!ref.refusal) return { ...part, state: 'output-error', errorText: row.error ?? 'Not allowed.' };
  const reason = row.error === null ? {} : { reason: row.error };
  const approval = { id: ref.refusal.id, isAutomatic: true, approved: false as const, ...reason };
  return { ...part, state: 'output-denied', approval };
}
