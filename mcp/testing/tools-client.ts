/**
 * Calls tools as a client does: over MCP, through the server's handler. Results are validated against the listed
 * schemas.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import type { ToolContext } from '../context';
import { TEXT_LIMIT } from '../fit';
import { createToolsHandler } from '../server';

type Fields = Record<string, unknown>;
type Row = Fields & { id: string };

export interface Page {
  data: Row[];
  meta: { cursor: string | null; hasNextPage: boolean; hasPreviousPage: boolean; truncated?: string };
}

export class ToolsClient {
  private constructor(readonly client: Client) {}

  /** @param mode `legacy` speaks the protocol of 2025 */
  static async connect(context: ToolContext, mode: 'auto' | 'legacy' = 'auto'): Promise<ToolsClient> {
    const handler = createToolsHandler();
    const transport = new StreamableHTTPClientTransport(new URL('http://tools.internal/mcp'), {
      fetch: (url, init) => handler.handle(new Request(url, init), context),
    });
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(transport);
    // From here on the client refuses structured content that does not match the listed schema.
    await client.listTools();
    return new ToolsClient(client);
  }

  /** The structured content of a successful call; its text has the same content and is within the limit. */
  async call(name: string, args: Fields = {}): Promise<Fields> {
    const answer = await this.client.callTool({ name, arguments: args });
    const text = textOf(answer);
    expect(answer.isError ?? false, text).toBe(false);
    expect(text.length).toBeLessThanOrEqual(TEXT_LIMIT);
    expect(JSON.parse(text)).toEqual(answer.structuredContent);
    return answer.structuredContent as Fields;
  }

  /** The text of a failed call. */
  async fail(name: string, args: Fields = {}): Promise<string> {
    const answer = await this.client.callTool({ name, arguments: args });
    expect(answer.isError, textOf(answer)).toBe(true);
    expect(answer.structuredContent).toBeUndefined();
    return textOf(answer);
  }

  /** A page of a list. */
  async page(name: string, args: Fields = {}): Promise<Page> {
    return (await this.call(name, args)) as unknown as Page;
  }

  /** All rows of a list, page by page. Every page but the last has rows and a cursor. */
  async everyRow(name: string, args: Fields = {}): Promise<Row[]> {
    const rows: Row[] = [];
    let page = await this.page(name, args);
    expect(page.meta.hasPreviousPage).toBe(false);
    rows.push(...page.data);
    while (page.meta.hasNextPage) {
      expect(page.data.length).toBeGreaterThan(0);
      page = await this.page(name, { ...args, cursor: page.meta.cursor });
      expect(page.meta.hasPreviousPage).toBe(true);
      rows.push(...page.data);
    }
    expect(page.meta.cursor).toBeNull();
    return rows;
  }
}

function textOf(answer: { content: { type: string; text?: string }[] }): string {
  return answer.content.map(({ text }) => text ?? '').join('');
}
