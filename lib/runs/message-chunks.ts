/**
 * A stored message as the chunks that would build it, and chunks folded into a message. A continuation's stream begins
 * with the stored message, so every replay starts at the message's beginning.
 */
import { createUIMessageStream, type DynamicToolUIPart } from 'ai';
import { isCall } from '@/lib/approvals/call-parts';
import type { AmberMessage } from './chat-view';
import type { Chunk } from './follow/live';
import type { DraftMessage } from './messages/stored-message';

type Part = AmberMessage['parts'][number];

/** Folds chunks onto a message (a new one if `base` has no parts). An invalid chunk ends it: what came before stays. */
export async function foldChunks(base: AmberMessage, chunks: Chunk[]): Promise<AmberMessage>;
export async function foldChunks(base: DraftMessage, chunks: Chunk[]): Promise<DraftMessage>;
export async function foldChunks(base: DraftMessage, chunks: Chunk[]): Promise<DraftMessage> {
  const all = await fold(base, chunks);
  const folded = all.message ?? (await fold(base, chunks.slice(0, all.count))).message ?? base;
  return { ...folded, id: base.id, role: 'assistant' };
}

/**
 * Not with `readUIMessageStream`, which copies the message for every chunk and keeps the copies: a few hundred results
 * took all memory, and a few thousand pieces of text blocked the process for minutes.
 */
async function fold(base: DraftMessage, chunks: Chunk[]): Promise<{ message?: DraftMessage; count: number }> {
  let message: DraftMessage | undefined;
  let count = 0;
  const stream = createUIMessageStream<DraftMessage>({
    originalMessages: [base],
    execute: ({ writer }) => {
      for (const chunk of chunks) writer.write(chunk);
    },
    onEnd: ({ responseMessage }) => {
      message = responseMessage;
    },
  });
  try {
    for await (const _ of stream) count++;
  } catch {
    // The missing message shows the failure.
  }
  return { message, count };
}

/** The chunks that rebuild a message: start, its parts in order, no finish. */
export function chunksOf(message: AmberMessage): Chunk[] {
  const chunks: Chunk[] = [{ type: 'start', messageId: message.id, messageMetadata: message.metadata }];
  let inStep = false;
  message.parts.forEach((part, index) => {
    if (part.type === 'step-start') {
      if (inStep) chunks.push({ type: 'finish-step' });
      chunks.push({ type: 'start-step' });
      inStep = true;
    } else {
      chunks.push(...chunksOfPart(part, `stored-${index}`));
    }
  });
  if (inStep) chunks.push({ type: 'finish-step' });
  return chunks;
}

/** The chunks that build one part; `id` becomes the id of its text. */
export function chunksOfPart(part: Part, id: string): Chunk[] {
  if (isCall(part)) return chunksOfCall(part);
  if (part.type === 'text') {
    const meta = part.providerMetadata ? { providerMetadata: part.providerMetadata } : {};
    return [
      { type: 'text-start', id, ...meta },
      { type: 'text-delta', id, delta: part.text, ...meta },
      { type: 'text-end', id, ...meta },
    ];
  }
  if (part.type === 'reasoning') {
    const meta = part.providerMetadata ? { providerMetadata: part.providerMetadata } : {};
    const own = part.id ?? id;
    return [
      { type: 'reasoning-start', id: own, ...meta },
      { type: 'reasoning-delta', id: own, delta: part.text, ...meta },
      { type: 'reasoning-end', id: own, ...meta },
    ];
  }
  if (part.type.startsWith('data-')) return [part as Chunk];
  return [];
}

/** The chunks that build a call in its present state. */
export function chunksOfCall(part: DynamicToolUIPart): Chunk[] {
  const { toolCallId, toolName } = part;
  const meta = {
    ...(part.title ? { title: part.title } : {}),
    ...(part.toolMetadata ? { toolMetadata: part.toolMetadata } : {}),
    dynamic: true,
  };
  const provider = part.callProviderMetadata ? { providerMetadata: part.callProviderMetadata } : {};
  if (part.state === 'input-streaming') return [{ type: 'tool-input-start', toolCallId, toolName, ...meta }];
  const chunks: Chunk[] = [
    { type: 'tool-input-available', toolCallId, toolName, input: part.input, ...meta, ...provider },
  ];
  const { approval } = part;
  if (approval) {
    const { id: approvalId, approved, reason, requestReason, descriptor, ...asked } = approval;
    chunks.push({
      ...asked,
      type: 'tool-approval-request',
      approvalId,
      toolCallId,
      ...(requestReason ? { reason: requestReason } : {}),
      ...(descriptor === undefined ? {} : { approvalDescriptor: descriptor }),
    });
    if (approved !== undefined) {
      chunks.push({ type: 'tool-approval-response', approvalId, approved, ...(reason ? { reason } : {}) });
    }
  }
  if (part.state === 'output-available') {
    chunks.push({ type: 'tool-output-available', toolCallId, output: part.output, dynamic: true });
  } else if (part.state === 'output-error') {
    chunks.push({ type: 'tool-output-error', toolCallId, errorText: part.errorText, dynamic: true });
  } else if (part.state === 'output-denied') {
    chunks.push({ type: 'tool-output-denied', toolCallId });
  }
  return chunks;
}
