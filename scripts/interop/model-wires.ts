/** The formats of /v1/messages and of :generateContent, as far as an agent that calls one tool needs them. */
import type { ServerResponse } from 'node:http';
import type { ModelWire } from './planned-model.ts';

interface Part {
  type?: string;
  content?: unknown;
  functionResponse?: { response?: unknown };
}

const USAGE = { input_tokens: 10, output_tokens: 10 };

export const messagesWire: ModelWire = {
  read(path, body) {
    if (!path.startsWith('/v1/messages') || path.includes('count_tokens')) return undefined;
    const messages = (body.messages ?? []) as { content: string | Part[] }[];
    const parts = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
    const results = parts
      .filter(({ type }) => type === 'tool_result')
      .map(({ content }) => JSON.stringify(content));
    return { words: JSON.stringify(messages), tools: namesIn(body.tools), results };
  },
  write(response, reply, _path, body) {
    const isCall = 'name' in reply;
    const stop_reason = isCall ? 'tool_use' : 'end_turn';
    const block = isCall ? { type: 'tool_use', ...reply } : { type: 'text', text: reply.text };
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted', usage: USAGE };
    if (!body.stream)
      return asJson(response, { ...message, content: [block], stop_reason, stop_sequence: null });
    const delta = isCall
      ? { type: 'input_json_delta', partial_json: JSON.stringify(reply.input) }
      : { type: 'text_delta', text: reply.text };
    asEvents(response, [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
      {
        type: 'content_block_start',
        index: 0,
        content_block: isCall ? { ...block, input: {} } : { type: 'text', text: '' },
      },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: USAGE },
      { type: 'message_stop' },
    ]);
  },
};

export const geminiWire: ModelWire = {
  read(path, body) {
    if (!/:(?:stream)?[gG]enerateContent/.test(path)) return undefined;
    const contents = (body.contents ?? []) as { parts?: Part[] }[];
    const parts = contents.flatMap((content) => content.parts ?? []);
    const results = parts.flatMap(({ functionResponse }) =>
      functionResponse ? [JSON.stringify(functionResponse.response)] : [],
    );
    const declared = ((body.tools ?? []) as { functionDeclarations?: unknown }[]).flatMap(
      ({ functionDeclarations }) => namesIn(functionDeclarations),
    );
    return { words: JSON.stringify(contents), tools: declared, results };
  },
  write(response, reply, path) {
    const part =
      'name' in reply ? { functionCall: { name: reply.name, args: reply.input } } : { text: reply.text };
    const chunk = {
      candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
    };
    if (!path.includes(':stream')) return asJson(response, chunk);
    asEvents(response, [chunk]);
  },
};

function namesIn(tools: unknown): string[] {
  return ((tools ?? []) as { name?: string }[]).flatMap(({ name }) => name ?? []);
}

function asJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function asEvents(response: ServerResponse, events: Record<string, unknown>[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) {
    response.write(`${event.type ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}
