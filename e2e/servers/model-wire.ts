/** The two formats of an answer by OpenAI's APIs, /v1/responses and /v1/chat/completions, as server-sent events. */

export interface WireCall {
  id: string;
  tool: string;
  /** The raw arguments string; may be anything that a bad model would send. */
  input: string;
}

/** The events of one answer in order; the texts are separate, so that the sender can pause between them. */
export interface Wire {
  open(): unknown[];
  text(piece: string): unknown[];
  call(call: WireCall): unknown[];
  close(hadCalls: boolean): unknown[];
  /** The last line of the stream, if the interface has one. */
  end: string;
}

const USAGE = { input_tokens: 10, output_tokens: 20, total_tokens: 30 };

/** Events of /v1/responses. */
export function responsesWire(id: string): Wire {
  let index = 0;
  let message: string | undefined;
  const endMessage = () => {
    if (!message) return [];
    const item = { type: 'message', id: message };
    message = undefined;
    return [{ type: 'response.output_item.done', output_index: index++, item }];
  };
  const head = { id, created_at: 1_700_000_000, model: 'scripted' };
  return {
    open: () => [{ type: 'response.created', response: head }],
    text(piece) {
      const opening = message
        ? []
        : [
            {
              type: 'response.output_item.added',
              output_index: index,
              item: { type: 'message', id: `m_${id}` },
            },
          ];
      message = `m_${id}`;
      const delta = {
        type: 'response.output_text.delta',
        item_id: message,
        output_index: index,
        delta: piece,
      };
      return [...opening, delta];
    },
    call({ id: callId, tool, input }) {
      const item = { type: 'function_call', id: `f_${callId}`, call_id: callId, name: tool, arguments: '' };
      const at = { output_index: index };
      const events = [
        ...endMessage(),
        { ...at, type: 'response.output_item.added', item },
        { ...at, type: 'response.function_call_arguments.delta', item_id: item.id, delta: input },
        {
          ...at,
          type: 'response.output_item.done',
          item: { ...item, arguments: input, status: 'completed' },
        },
      ];
      index++;
      return events;
    },
    close: () => [...endMessage(), { type: 'response.completed', response: { ...head, usage: USAGE } }],
    end: '',
  };
}

/** Events of /v1/chat/completions. */
export function chatWire(id: string): Wire {
  let calls = 0;
  const chunk = (delta: unknown, finish: string | null = null) => ({
    id,
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'scripted',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  return {
    open: () => [chunk({ role: 'assistant', content: '' })],
    text: (piece) => [chunk({ content: piece })],
    call: ({ id: callId, tool, input }) => [
      chunk({
        tool_calls: [
          { index: calls++, id: callId, type: 'function', function: { name: tool, arguments: input } },
        ],
      }),
    ],
    close: (hadCalls) => [chunk({}, hadCalls ? 'tool_calls' : 'stop')],
    end: 'data: [DONE]\n\n',
  };
}
