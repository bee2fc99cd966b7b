/** A small HTTP server for tests of connections: it answers as the test says and records the requests. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Message {
  id?: string | number;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
}

export interface Received {
  httpMethod: string;
  path: string;
  headers: IncomingMessage['headers'];
  /** The JSON-RPC message; empty for requests without a body. */
  message: Message;
  /** The raw body. */
  body: string;
}

export interface TestServer {
  url: string;
  /** Everything received so far, in order. */
  received: Received[];
  close(): Promise<void>;
}

export type Answer = (request: Received, response: ServerResponse) => void | Promise<void>;

/** Listens on a free port of this machine until closed; closing cuts open connections. */
export async function startHttpServer(answer: Answer, port = 0): Promise<TestServer> {
  const received: Received[] = [];
  const server = createServer(async (incoming, response) => {
    const body = await textOf(incoming);
    const request = {
      httpMethod: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      message: body === '' ? {} : (JSON.parse(body) as Message),
      body,
    };
    received.push(request);
    await answer(request, response);
  });
  // On a busy machine more than Node's default of five seconds can pass between two requests, and one that arrives just
  // then would be cut off.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const address = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${address.port}/mcp`, received, close };
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  incoming.setEncoding('utf8');
  for await (const piece of incoming) text += piece;
  return text;
}
