/**
 * From what is stored to what is shown and read, and back: pure. A message of (message, calls, cards, forms) has one
 * projection for every reader: a reloading tab, the stream, the model.
 */
import { withdrawnWords } from '@/lib/agent/plans/withdrawn-words';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import type { ElicitationView } from '@/lib/elicitation/elicitation-view';
import type { CallRow } from '@/lib/execution/ledger';
import type { UnknownCallView } from '@/lib/unknowns/unknown-call-view';
import type { AmberMessage } from '../chat-view';
import {
  type CallRef,
  type DraftMessage,
  type DraftPart,
  isCallRef,
  type StoredMessage,
  type StoredPart,
} from './stored-message';
import { type LedgerCall, tellCall } from './tell-call';

type AmberPart = AmberMessage['parts'][number];

/**
 * What is shown beside the calls, as the reader may see it: cards by tool call, unknown calls by call, forms by their
 * id.
 */
export interface Views {
  cards: ReadonlyMap<string, ApprovalView>;
  unknownCalls: ReadonlyMap<string, UnknownCallView>;
  forms: ReadonlyMap<string, ElicitationView>;
}

/** The message with its calls as in the ledger. */
export function draftOf({ parts, ...message }: StoredMessage, calls: readonly LedgerCall[]): DraftMessage {
  const byId = new Map(calls.map((call) => [call.rounds[0].id, call]));
  const tell = (ref: CallRef) => {
    const call = byId.get(ref.callId);
    return call ? [tellCall(ref, call)] : [];
  };
  const firstRounds = calls.map(({ rounds }) => rounds[0]);
  const goesOn = calls.some(({ isOver }) => !isOver);
  const told = referring(parts, firstRounds).flatMap((part): DraftPart[] => {
    if (isCallRef(part)) return tell(part);
    return goesOn && tellsOfEnd(part) ? [] : [part];
  });
  return { ...message, parts: told };
}

/** That an answer was stopped, or failed, must not appear in the middle of one that continues. */
function tellsOfEnd(part: DraftPart): boolean {
  return part.type === 'data-run-error' || (part.type === 'data-notice' && part.data.isEnd === true);
}

/** The message as the page shows it. A card, unknown call or form that is gone is left out. */
export function project(message: StoredMessage, calls: readonly LedgerCall[], views: Views): AmberMessage {
  const draft = draftOf(message, calls);
  return {
    ...draft,
    parts: [...draft.parts.flatMap((part) => shown(part, views)), ...withdrawnPlans(calls)],
  };
}

/** An answer that ended by itself has already said so at its end. */
function withdrawnPlans(calls: readonly LedgerCall[]): AmberPart[] {
  const words = withdrawnWords(calls.map(({ rounds }) => rounds[0]));
  return words.map((text, nth) => ({ type: 'data-notice', id: `withdrawn-plan-${nth}`, data: { text } }));
}

function shown(part: DraftPart, { cards, unknownCalls, forms }: Views): AmberPart[] {
  switch (part.type) {
    case 'data-approval':
      return withData(part, cards.get(part.data.toolCallId));
    case 'data-doubt': {
      const unknownCall = unknownCalls.get(part.data.callId);
      return withData(part, unknownCall && { ...unknownCall, checks: part.data.checks });
    }
    case 'data-elicitation':
      return withData(part, forms.get(part.data.id));
    default:
      return [part];
  }
}

function withData<Part extends { data: unknown }, Data>(part: Part, data: Data | undefined) {
  return data === undefined ? [] : [{ ...part, data }];
}

/** The parts of a call that a reference contains. */
export type FirstRound = Pick<CallRow, 'id' | 'toolCallId'>;

/** The parts with references in place of what rows contain. Existing references stay. */
export function referring(parts: readonly StoredPart[], calls: readonly FirstRound[]): StoredPart[] {
  const byToolCall = new Map(calls.map((call) => [call.toolCallId, call]));
  return parts.map((part): StoredPart => {
    switch (part.type) {
      case 'data-approval':
        return { ...part, data: { toolCallId: part.data.toolCallId } };
      case 'data-doubt':
        return { ...part, data: { callId: part.data.callId, checks: part.data.checks } };
      case 'data-elicitation':
        return { ...part, data: { id: part.data.id } };
      case 'dynamic-tool': {
        const call = byToolCall.get(part.toolCallId);
        return call ? refTo(part, call) : part;
      }
      default:
        return part;
    }
  });
}

type ToolPart = Extract<DraftPart, { type: 'dynamic-tool' }>;

function refTo(part: ToolPart, { id }: FirstRound): CallRef {
  const { toolCallId, callProviderMetadata, approval, state } = part;
  const isAutomatic = approval?.isAutomatic;
  return {
    type: 'call',
    callId: id,
    toolCallId,
    ...(callProviderMetadata && { callProviderMetadata }),
    ...(approval && isAutomatic && { refusal: { id: approval.id } }),
    ...(state === 'output-denied' && !isAutomatic && { toldNo: true }),
  };
}
