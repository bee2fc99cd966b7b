/** Tool requests over HTTP, each without a session. */
const VERSION = '2026-07-28';

const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

export function callTool(
  url: string,
  name: string,
  input: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return ask(url, 'tools/call', { name, arguments: input }, { 'mcp-name': name, ...headers });
}

/** The first page of the server's tools. */
export function listTools(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return ask(url, 'tools/list', {}, headers);
}

function ask(
  url: string,
  method: string,
  params: object,
  headers: Record<string, string>,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': VERSION,
      'mcp-method': method,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } }),
  });
}
