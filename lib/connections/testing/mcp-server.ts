/** Real MCP servers for tests: the library with which we serve our own tools, over HTTP on a free port. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';

export interface RealServer {
  url: string;
  close(): Promise<void>;
}

/** Serves what `register` registers; it is called for every request, as the protocol is stateless. */
export async function startMcpServer(register: (server: McpServer) => void): Promise<RealServer> {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'real', version: '1' });
    register(server);
    return server;
  });
  const server = createServer(async (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    await sendOn(await handler.fetch(await asRequest(incoming, gone.signal)), outgoing);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    await handler.close();
    await new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  };
  return { url: `http://127.0.0.1:${port}/mcp`, close };
}

async function asRequest(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const pieces: Uint8Array[] = [];
  for await (const piece of incoming) pieces.push(piece as Uint8Array);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  const body = pieces.length > 0 ? Buffer.concat(pieces) : undefined;
  return new Request(`http://localhost${incoming.url}`, { method: incoming.method, headers, body, signal });
}

async function sendOn(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) return void outgoing.end();
  const source = Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
  source.on('error', () => outgoing.destroy());
  source.pipe(outgoing);
}
