/** MCP servers for tests that misbehave in ways which a library would not allow: each answer is written by hand. */
import type { ServerResponse } from 'node:http';
import { type Message, type Received, sendJson, startHttpServer, type TestServer } from './http-server';

export interface Script {
  /** The result of `tools/list`, given the cursor. */
  list?: (cursor: string | undefined) => unknown;
  /** Its instructions for all its tools. */
  instructions?: () => string | undefined;
  /** Answers a `tools/call` in any way. */
  call?: (request: Received, response: ServerResponse) => void | Promise<void>;
}

/** A tool with nothing special about it; a test adds what it needs. */
export function plainTool(name: unknown, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { name, description: `Does ${String(name)}.`, inputSchema: { type: 'object' }, ...more };
}

/** Sends a result as the response to a request. */
export function sendResult(response: ServerResponse, { id }: Message, result: object): void {
  sendJson(response, { jsonrpc: '2.0', id, result: { resultType: 'complete', ...result } });
}

/** A server of 2026-07-28, without sessions. */
export function startScriptedServer(script: Script): Promise<TestServer> {
  return startHttpServer((request, response) => {
    const { message } = request;
    if (message.method === 'server/discover') {
      return sendResult(response, message, { ...DISCOVERED, instructions: script.instructions?.() });
    }
    if (message.method === 'tools/call' && script.call) return script.call(request, response);
    if (message.method !== 'tools/list') return sendUnknownMethod(response, message);
    const cursor = message.params?.cursor;
    const result = script.list?.(typeof cursor === 'string' ? cursor : undefined) ?? { tools: [] };
    return sendResult(response, message, result as object);
  });
}

export interface SessionServer extends TestServer {
  /** Forgets all sessions, as a restart would. */
  forgetSessions(): void;
}

/** A server of 2025-11-25 that keeps sessions and does not support discovery. */
export async function startSessionServer(script: Script): Promise<SessionServer> {
  const sessions = new Set<string>();
  const server = await startHttpServer((request, response) => {
    const { message, headers } = request;
    if (message.method === 'initialize') {
      const session = `session-${sessions.size + 1}-${Math.random()}`;
      sessions.add(session);
      response.setHeader('mcp-session-id', session);
      const result = { ...INITIALIZED, instructions: script.instructions?.() };
      return sendJson(response, { jsonrpc: '2.0', id: message.id, result });
    }
    const session = headers['mcp-session-id'];
    if (session === undefined) return sendJson(response, refusal('No session', null), 400);
    if (!sessions.has(String(session))) return sendJson(response, refusal('Unknown session', null), 404);
    if (message.id === undefined) return void response.writeHead(202).end();
    if (message.method === 'tools/call' && script.call) return script.call(request, response);
    if (message.method === 'tools/list') {
      return sendJson(response, { jsonrpc: '2.0', id: message.id, result: script.list?.(undefined) });
    }
    if (message.method === 'ping') return sendJson(response, { jsonrpc: '2.0', id: message.id, result: {} });
    return sendUnknownMethod(response, message);
  });
  return { ...server, forgetSessions: () => sessions.clear() };
}

const CAPABILITIES = { tools: {} };
const DISCOVERED = { supportedVersions: ['2026-07-28'], capabilities: CAPABILITIES };
const INITIALIZED = {
  protocolVersion: '2025-11-25',
  capabilities: CAPABILITIES,
  serverInfo: { name: 'scripted', version: '1' },
};

function refusal(message: string, id: unknown) {
  return { jsonrpc: '2.0', id, error: { code: -32000, message } };
}

function sendUnknownMethod(response: ServerResponse, { id, method }: Message): void {
  sendJson(response, { jsonrpc: '2.0', id, error: { code: -32601, message: `Unknown: ${method}` } }, 404);
}
