/**
 * The scripted model for clients that speak to /v1/messages: the first script whose mark stands in the request says which
 * tool is called; once a result is there, the answer is a word. Nothing is remembered between requests but what was asked.
 */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Message {
  role: string;
  content: string | { type: string; text?: string; content?: unknown }[];
}

interface Asked {
  messages?: Message[];
  tools?: { name: string }[];
  stream?: boolean;
}

export interface Plan {
  /** The end of the tool's name; none: nothing is called. */
  tool?: string;
  input?: Record<string, unknown>;
  /** Told with every request that carries the mark. */
  seen(tools: string[], results: string[]): void;
}

const USAGE = { input_tokens: 10, output_tokens: 10 };

export class AnthropicModel {
  private readonly plans = new Map<string, Plan>();
  private readonly server: Server;
  private calls = 0;
  readonly url: string;

  private constructor(server: Server, url: string) {
    this.server = server;
    this.url = url;
  }

  static async start(): Promise<AnthropicModel> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const model = new AnthropicModel(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', async (request, response) => {
      let text = '';
      for await (const piece of request) text += piece;
      model.answer(text ? JSON.parse(text) : {}, request.url ?? '', response);
    });
    return model;
  }

  plan(mark: string, plan: Plan): void {
    this.plans.set(mark, plan);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private answer(asked: Asked, path: string, response: ServerResponse): void {
    if (!path.startsWith('/v1/messages') || path.includes('count_tokens')) {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"input_tokens":10}');
      return;
    }
    const block = this.blockFor(asked);
    const stop_reason = block.type === 'tool_use' ? 'tool_use' : 'end_turn';
    const head = {
      id: `msg_${++this.calls}`,
      type: 'message',
      role: 'assistant',
      model: 'scripted',
      usage: USAGE,
    };
    if (!asked.stream) {
      const whole = { ...head, content: [block], stop_reason, stop_sequence: null };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of eventsOf({ ...head, content: [], stop_reason: null }, block, stop_reason)) {
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    }
    response.end();
  }

  private blockFor({ messages = [], tools = [] }: Asked): Block {
    const words = JSON.stringify(messages);
    const [, plan] = [...this.plans].findLast(([mark]) => words.includes(mark)) ?? [];
    const names = tools.map(({ name }) => name);
    const results = resultsIn(messages);
    // Small requests of its own, such as for a title, come without tools.
    if (names.length > 0) plan?.seen(names, results);
    const name = plan?.tool && names.find((one) => one.endsWith(plan.tool ?? ''));
    if (!name || results.length > 0) return { type: 'text', text: 'Done.' };
    return { type: 'tool_use', id: `toolu_${++this.calls}`, name, input: plan?.input ?? {} };
  }
}

type Block = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: object };

function resultsIn(messages: Message[]): string[] {
  return messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : content.filter(({ type }) => type === 'tool_result').map((part) => JSON.stringify(part.content)),
  );
}

function eventsOf(
  message: object,
  block: Block,
  stop_reason: string,
): ({ type: string } & Record<string, unknown>)[] {
  const isCall = block.type === 'tool_use';
  const start = isCall ? { ...block, input: {} } : { type: 'text', text: '' };
  const delta = isCall
    ? { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
    : { type: 'text_delta', text: block.text };
  return [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: start },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: USAGE },
    { type: 'message_stop' },
  ];
}
