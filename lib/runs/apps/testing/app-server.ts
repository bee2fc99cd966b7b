/**
 * A server with a page for its results (MCP Apps) for tests: it records requests, and its pages and results are set by
 * the test.
 */
import {
  type Message,
  type Received,
  sendJson,
  startHttpServer,
} from '@/lib/connections/testing/http-server';

export const PAGE = 'ui://shop/view.html';
export const APP_TYPE = 'text/html;profile=mcp-app';

export interface AppServer {
  url: string;
  /** The requests received, by method. */
  asked(method: string): Received[];
  /** Names of the tools that were called, in order. */
  called(): unknown[];
  /** The contents of its page. */
  contents: object[];
  close(): Promise<void>;
}

const READS = { readOnlyHint: true, openWorldHint: false };
const schema = { type: 'object', properties: { id: { type: 'string' } } };

/** By purpose: shown by the page, for the page, for both, only for the model. */
const TOOLS = [
  { name: 'show_shop', title: 'Show the shop', annotations: READS, _meta: { ui: { resourceUri: PAGE } } },
  { name: 'count', annotations: READS, _meta: { ui: { visibility: ['app'] } } },
  { name: 'remove', title: 'Remove a thing', annotations: { destructiveHint: true, openWorldHint: false } },
  { name: 'think', annotations: READS, _meta: { ui: { visibility: ['model'] } } },
].map((tool) => ({ description: `Does ${tool.name}.`, inputSchema: schema, ...tool }));

export async function startAppServer(revision: '2025' | '2026' = '2026'): Promise<AppServer> {
  const capabilities = { tools: {}, resources: {} };
  const made: Pick<AppServer, 'contents'> = {
    contents: [{ uri: PAGE, mimeType: APP_TYPE, text: '<p>Shop</p>' }],
  };
  const answers = ({ method, params }: Message): object | undefined => {
    if (method === 'server/discover' && revision === '2026')
      return { supportedVersions: ['2026-07-28'], capabilities };
    if (method === 'initialize' && revision === '2025')
      return { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'shop', version: '1' } };
    if (method === 'tools/list') return { tools: TOOLS };
    if (method === 'resources/read') return { contents: made.contents };
    if (method !== 'tools/call') return undefined;
    const did = { did: params?.name, with: params?.arguments };
    return { content: [{ type: 'text', text: JSON.stringify(did) }], structuredContent: did };
  };
  const server = await startHttpServer(({ message }, response) => {
    const { id } = message;
    if (id === undefined) return void response.writeHead(202).end();
    const result = answers(message);
    const error = { code: -32601, message: `Unknown: ${message.method}` };
    const answer = result ? { result: { resultType: 'complete', ...result } } : { error };
    return sendJson(response, { jsonrpc: '2.0', id, ...answer });
  });
  const asked = (method: string) => server.received.filter(({ message }) => message.method === method);
  return Object.assign(made, {
    url: server.url,
    asked,
    called: () => asked('tools/call').map(({ message }) => message.params?.name),
    close: () => server.close(),
  });
}
