/**
 * A call that a person has ordered with a message, by a button: the answer consists of that call, made through the same
 * gate as the model's own, without calling a model. The order is stored in the message, where whichever process
 * continues the run finds it.
 */
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { UIMessage } from 'ai';
import { randomToken } from '@/db/ids';
import { isCall } from '@/lib/approvals/call-parts';
import { AppError } from '@/lib/errors';
import type { Order } from '@/lib/execution/call-record';
import type { ConnectedTool } from '@/lib/tools/types';

const TYPE = 'data-order';

/** The order in the chat's last message by a person; nothing once its call was made. */
export function ordersIn(messages: readonly UIMessage[]): Order[] | undefined {
  const order = messages.at(-1)?.parts.some(isCall) ? undefined : lastOrder(messages);
  return order && [order];
}

/** The same, whatever became of its call. */
export function lastOrder(messages: readonly UIMessage[]): Order | undefined {
  const asked = messages.findLast(({ role }) => role === 'user');
  const part = asked?.parts.find(({ type }) => type === TYPE);
  return part && 'data' in part ? (part.data as Order) : undefined;
}

/** Why an ordered call is not available. */
export const NOT_ALLOWED =
  'Nothing was done: the mode of this chat, your role, or a rule of the team does not allow it now.';

const isOrdered = ({ server, tool }: Order) => {
  return (one: ConnectedTool) => one.server === server && one.name === tool;
};

/** Replaces the model in the answer to an order, or at the end of an answer. */
export function orderedModel(orders: readonly Order[], permitted: readonly ConnectedTool[]): LanguageModelV4 {
  return callingModel(
    orders.map((order) => {
      const tool = permitted.find(isOrdered(order));
      if (!tool) throw new AppError('forbidden', NOT_ALLOWED);
      return { toolCallId: `call_${randomToken()}`, tool, input: order.input };
    }),
  );
}

/** A call that no model makes. */
interface GivenCall {
  toolCallId: string;
  tool: Pick<ConnectedTool, 'modelName'>;
  input: Record<string, unknown>;
}

/** Makes these calls, and says nothing. */
export function callingModel(given: readonly GivenCall[]): LanguageModelV4 {
  const calls = given.map(({ toolCallId, tool, input }): LanguageModelV4StreamPart => {
    return { type: 'tool-call', toolCallId, toolName: tool.modelName, input: JSON.stringify(input) };
  });
  const neverAsked = () => Promise.reject(new Error('An order is streamed.'));
  return {
    specificationVersion: 'v4',
    provider: 'amber',
    modelId: 'order',
    supportedUrls: {},
    doGenerate: neverAsked,
    doStream: async () => ({ stream: streamOf(calls) }),
  };
}

function streamOf(calls: readonly LanguageModelV4StreamPart[]): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    start(controller) {
      for (const part of said(calls)) controller.enqueue(part);
      controller.close();
    },
  });
}

function* said(calls: readonly LanguageModelV4StreamPart[]): Generator<LanguageModelV4StreamPart> {
  const none = { total: undefined };
  yield { type: 'stream-start', warnings: [] };
  yield* calls;
  yield {
    type: 'finish',
    finishReason: { unified: 'tool-calls', raw: 'tool-calls' },
    usage: {
      inputTokens: { ...none, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { ...none, text: undefined, reasoning: undefined },
    },
  };
}
