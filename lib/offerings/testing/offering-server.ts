/**
 * A server of resources and prompts for tests: it answers as the test says, over each transport, and records the
 * requests. Needs no test runner: browser tests start it as well.
 */
import type { ServerConfig } from '@/lib/transport/server-config';
import {
  type Message,
  type Received,
  sendJson,
  startHttpServer,
} from '../../connections/testing/http-server';
import { programConfig, smallServer } from '../../connections/testing/programs';

const ALL = { resources: {}, prompts: {}, completions: {}, tools: {} };

/** A result, or an error; `never`: no answer at all; undefined: the method is unknown. */
export type Answers = (message: Message, headers: Received['headers']) => object | 'never' | undefined;

export interface OfferingServer {
  config: ServerConfig;
  /** The requests received, by method. */
  asked(method: string): Received[];
  close(): Promise<void>;
}

const INFO = { name: 'offering', version: '1' };

/** @param revision that it speaks; 2024 is the transport with two addresses */
export async function startOfferingServer(
  answers: Answers,
  { revision = '2026', capabilities = ALL, trusted = false, name = 's', icons = [] as object[] } = {},
): Promise<OfferingServer> {
  let stream: ((value: object) => void) | undefined;
  const initialized = {
    protocolVersion: `${revision}-11-25`.replace('2024-11-25', '2024-11-05'),
    capabilities,
    serverInfo: INFO,
  };
  const server = await startHttpServer(({ httpMethod, message, headers }, response) => {
    const { id, method } = message;
    if (httpMethod === 'GET' && revision === '2024') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: endpoint\ndata: /messages\n\n');
      stream = (value) => response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...value })}\n\n`);
      return;
    }
    if (httpMethod !== 'POST') return void response.writeHead(405).end();
    const say = (value: object) => {
      if (revision !== '2024') return sendJson(response, { jsonrpc: '2.0', ...value });
      response.writeHead(202).end();
      stream?.(value);
    };
    if (id === undefined) return void response.writeHead(202).end();
    if (method === 'server/discover' && revision === '2026') {
      const info = { 'io.modelcontextprotocol/serverInfo': { ...INFO, icons } };
      const says = {
        supportedVersions: ['2026-07-28'],
        capabilities,
        ...(icons.length > 0 && { _meta: info }),
      };
      return say({ id, result: { resultType: 'complete', ...says } });
    }
    if (method === 'initialize' && revision !== '2026') return say({ id, result: initialized });
    const answer = answers(message, headers) ?? (method === 'tools/list' ? { tools: [] } : undefined);
    if (answer === 'never') return;
    if (!answer) return say({ id, error: { code: -32601, message: `Unknown: ${method}` } });
    return say('error' in answer ? { id, ...answer } : { id, result: { resultType: 'complete', ...answer } });
  });
  return {
    config: { name, url: server.url, headers: {}, trusted, ...(revision === '2024' && { type: 'sse' }) },
    asked: (method) => server.received.filter(({ message }) => message.method === method),
    close: server.close,
  };
}

/** The same answers, always, from a program of 2025. */
export function offeringProgram(results: Record<string, object>): ServerConfig {
  const behaviour = `
initialized.capabilities = { resources: {}, prompts: {}, completions: {}, tools: {} };
const tools = () => [];
const call = () => {};
const results = ${JSON.stringify(results)};
const hearOld = hear;
hear = (message) => results[message.method] ? say({ id: message.id, result: results[message.method] }) : hearOld(message);
`;
  return programConfig('s', { args: [smallServer(behaviour)] });
}
