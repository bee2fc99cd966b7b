/** Arguments that a server wants to get as headers as well. */
import type { MCPClient } from '@ai-sdk/mcp';

/** Some servers want arguments repeated in headers (`x-mcp-header`); the client learns of them this way. */
export function prepareHeaders(
  client: MCPClient,
  { name, inputSchema }: { name: string; inputSchema: Record<string, unknown> },
): void {
  if (!JSON.stringify(inputSchema).includes('"x-mcp-header"')) return;
  client.toolsFromDefinitions({ tools: [{ name, inputSchema }] });
}
