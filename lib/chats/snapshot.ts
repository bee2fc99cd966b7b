/** Turns messages as the page shows them into a snapshot: pure. Every text in it is masked. */
import type { ApprovalView } from '@/lib/approvals/approval-view';
import type { CallMetadata, CallOutput } from '@/lib/execution/call-record';
import type { AmberMessage } from '@/lib/runs/chat-view';
import { recordOf, type TakenBack, takenBack, undoOf } from '@/lib/runs/orders/taken-back';
import { maskedText, maskedValue } from '@/lib/transport/masked-value';
import type { Snapshot, SnapshotDecision, SnapshotMessage, SnapshotPart } from './snapshot-view';

type Part = AmberMessage['parts'][number];
type Said = Pick<Extract<SnapshotPart, { type: 'call' }>, 'decision' | 'takenBack'>;

/** Of a call's result, in characters; the page shows more. */
const LONGEST_RESULT = 20_000;

export function snapshotOf(title: string, messages: readonly AmberMessage[]): Snapshot {
  const undone = takenBack(messages);
  return { title: maskedText(title), messages: messages.map((message) => messageOf(message, undone)) };
}

function messageOf({ role, metadata, parts }: AmberMessage, undone: TakenBack): SnapshotMessage {
  const at = metadata?.createdAt;
  return {
    role: role === 'user' ? 'user' : 'assistant',
    ...(at !== undefined && { at }),
    parts: parts.flatMap((part) => partOf(part, () => saidOf(part, parts, undone))),
  };
}

/** @param said what people have said about a call */
function partOf(part: Part, said: () => Said): SnapshotPart[] {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [{ type: 'text', text: maskedText(part.text) }];
    case 'data-attachment':
      return [{ type: 'file', name: maskedText(part.data.name), size: part.data.size }];
    case 'data-notice':
      return part.data.isKnown ? [] : [{ type: 'notice', text: maskedText(part.data.text) }];
    case 'data-run-error':
      return [{ type: 'notice', text: maskedText(part.data.message) }];
    case 'dynamic-tool': {
      const { server, tool, title, silent } = (part.toolMetadata ?? {}) as unknown as Partial<CallMetadata>;
      if (silent) return [];
      const call = { type: 'call' as const, state: part.state, input: maskedValue(part.input) };
      const named = {
        title: title ?? part.toolName,
        server: server ?? '',
        tool: tool ?? part.toolName,
        ...said(),
      };
      if (part.state === 'output-available')
        return [{ ...call, ...named, output: outputOf(part.output as CallOutput) }];
      return [
        { ...call, ...named, ...(part.state === 'output-error' && { error: maskedText(part.errorText) }) },
      ];
    }
    default:
      return [];
  }
}

/** The decision on a call's card, and whether its effect was taken back. */
function saidOf(part: Part, parts: readonly Part[], { taken, by }: TakenBack): Said {
  if (part.type !== 'dynamic-tool') return {};
  const { toolCallId } = part;
  const card = parts.findLast((one) => one.type === 'data-approval' && one.data.toolCallId === toolCallId);
  const undo = undoOf(part, recordOf(parts, part));
  const at = undo === undefined ? undefined : by.get(undo)?.metadata?.createdAt;
  return {
    ...(card?.type === 'data-approval' && { decision: decisionOf(card.data) }),
    ...(undo !== undefined && taken.has(undo) && { takenBack: { ...(at !== undefined && { at }) } }),
  };
}

function decisionOf({
  status,
  confirmedBy,
  decidedBy,
  decidedAt,
  decisionReason,
}: ApprovalView): SnapshotDecision {
  const isSaid = status === 'confirmed' || status === 'cancelled';
  const isBySeveral = status === 'confirmed' && confirmedBy.length > 1;
  const people = isBySeveral ? confirmedBy : isSaid && decidedBy ? [decidedBy] : [];
  return {
    status,
    by: people.map(({ name }) => maskedText(name)),
    ...(decidedAt !== null && { at: decidedAt }),
    ...(status === 'cancelled' && decisionReason && { reason: maskedText(decisionReason) }),
  };
}

/** Its structured content, or its text; images and files are left out. */
function outputOf(output: CallOutput | undefined): unknown {
  const { structuredContent, content = [] } = output ?? {};
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : [`[${part.type}]`]));
  const value = maskedValue(structuredContent ?? texts.join('\n'));
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST_RESULT ? `${text.slice(0, LONGEST_RESULT)}\u2026` : value;
}
