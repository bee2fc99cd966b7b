/** Servers that ask questions during a call, in the newest way and in the older one, and record the answers. */
import type { ServerResponse } from 'node:http';
import { type Message, sendJson, startHttpServer, type TestServer } from './http-server';
import { plainTool, sendResult, startScriptedServer } from './scripted-server';

/** A form that asks for a name. */
export const NAME_FORM = {
  message: 'Who are you?',
  requestedSchema: {
    type: 'object',
    properties: { name: { type: 'string', title: 'Your name' } },
    required: ['name'],
  },
};

const READS = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };
const ADDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };

const TOOLS = [
  plainTool('look', { annotations: READS }),
  plainTool('add', { annotations: ADDS }),
  plainTool('drop'),
];

export interface AskingServer extends TestServer {
  /** What the next calls ask, one question after another each time. */
  questions: Record<string, unknown>[];
  /** The answers, in order. */
  answers: unknown[];
  /** Calls that have completed. */
  executed: string[];
}

const say = (text: string) => ({ content: [{ type: 'text', text }] });

/** Of 2026-07-28: each question is a result of its own, and the call is sent again with the answer. */
export async function startAskingServer(): Promise<AskingServer> {
  const kept = {
    questions: [NAME_FORM] as Record<string, unknown>[],
    answers: [] as unknown[],
    executed: [] as string[],
  };
  const server = await startScriptedServer({
    list: () => ({ tools: TOOLS }),
    call: ({ message }, response) => {
      const { name, requestState, inputResponses } = message.params ?? {};
      const asked = Number(requestState ?? 0);
      if (inputResponses) kept.answers.push(Object(inputResponses)[`q${asked}`]);
      const question = kept.questions[asked];
      if (!question) {
        kept.executed.push(String(name));
        return sendResult(response, message, say(`answered ${kept.answers.length}`));
      }
      const { method = 'elicitation/create', ...params } = question;
      const inputRequests = { [`q${asked + 1}`]: { method, params } };
      const result = { resultType: 'input_required', inputRequests, requestState: String(asked + 1) };
      return sendResult(response, message, result);
    },
  });
  return Object.assign(server, kept);
}

/**
 * Of 2025-11-25: each question is a request in the call's open response stream; `ending`: when the server withdraws it.
 */
export async function startOlderAskingServer(): Promise<AskingServer> {
  const kept = {
    questions: [NAME_FORM] as Record<string, unknown>[],
    answers: [] as unknown[],
    executed: [] as string[],
  };
  const waiting = new Map<unknown, (answer: unknown) => void>();
  const initialized = {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'older', version: '1' },
  };
  const run = async ({ id, params }: Message, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const write = (value: object) =>
      response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...value })}\n\n`);
    for (const [nth, { ending, ...question }] of kept.questions.entries()) {
      const own = `${id}-${nth}`;
      const heard = new Promise((resolve) => waiting.set(own, resolve));
      write({ id: own, method: 'elicitation/create', params: question });
      if (ending) await ending;
      if (ending) write({ method: 'notifications/cancelled', params: { requestId: own } });
      kept.answers.push(await heard);
    }
    kept.executed.push(String(params?.name));
    write({ id, result: say(`answered ${kept.answers.length}`) });
    response.end();
  };
  const server = await startHttpServer(async ({ httpMethod, message }, response) => {
    const { id, method, result } = message;
    if (httpMethod !== 'POST') return void response.writeHead(405).end();
    if (method === 'initialize') return sendJson(response, { jsonrpc: '2.0', id, result: initialized });
    if (method === 'server/discover') return void response.writeHead(404).end();
    if (method === 'tools/list') return sendJson(response, { jsonrpc: '2.0', id, result: { tools: TOOLS } });
    if (method === 'tools/call') return run(message, response);
    if (method === undefined) waiting.get(id)?.(result);
    return void response.writeHead(202).end();
  });
  return Object.assign(server, kept);
}
