/** A server of any kind on a free port of this machine, which records every request. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Recorder {
  origin: string;
  asked: Asked[];
  close(): Promise<void>;
}

export async function record(
  answer: (asked: Asked, response: ServerResponse) => void | Promise<void>,
): Promise<Recorder> {
  const asked: Asked[] = [];
  const server = createServer(async (incoming, response) => {
    let body = '';
    incoming.setEncoding('utf8');
    for await (const piece of incoming) body += piece;
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://here');
    const { method = '', headers } = incoming;
    const one = { method, path: pathname, query: searchParams, headers, body };
    asked.push(one);
    await answer(one, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return { origin: `http://127.0.0.1:${port}`, asked, close };
}

export function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(value));
}
