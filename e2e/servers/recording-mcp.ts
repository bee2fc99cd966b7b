/**
 * An MCP server to which a test adds tools and which records what was really executed, in order, with the times of
 * start and end. This list is the evidence, whatever the app says about a call.
 */
import { appendFileSync } from 'node:fs';
import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMcpHandler, inputRequired, Server } from '@modelcontextprotocol/server';
import { plant } from '../told.ts';

export interface RecordedTool {
  name: string;
  title?: string;
  description?: string;
  /** Sent unchanged: a server may declare anything. */
  annotations?: Record<string, unknown>;
  inputSchema?: Record<string, unknown>;
  outputSchema?: Record<string, unknown>;
  meta?: Record<string, unknown>;
  /** What it asks a person before it runs: `params` of `elicitation/create`, sent unchanged. */
  asks?: Record<string, unknown>;
  /** Awaited before the call counts as executed; if it throws, the call never does. */
  admit?(input: Record<string, unknown>, signal: AbortSignal): Promise<void>;
  /** The tool's work; by default it answers "done". Its time counts as the execution's. */
  run?(input: Record<string, unknown>, signal: AbortSignal, say: Say): Promise<ToolAnswer> | ToolAnswer;
  /** After it has run: whether the connection is cut instead of an answer. */
  isCut?(input: Record<string, unknown>): boolean;
}

/** Messages of a tool during its call: the `params` of a notification, unchanged. */
export interface Say {
  progress(params: { progress: number; total?: number; message?: string }): Promise<void>;
  log(params: { level: string; logger?: string; data: unknown }): Promise<void>;
}

export interface ToolAnswer {
  text?: string;
  structured?: Record<string, unknown>;
  isError?: boolean;
  /** Instead of all that, unchanged. */
  raw?: Record<string, unknown>;
}

export interface Execution {
  tool: string;
  input: Record<string, unknown>;
  /** Milliseconds of a monotonic clock. */
  startedAt: number;
  endedAt?: number;
  /** The client gave up before it had ended. */
  aborted: boolean;
}

const ANYTHING = { type: 'object' as const };

export class RecordingMcp {
  /** In the order in which they started. */
  readonly executions: Execution[] = [];
  /** Every request's headers, to check for what must not have been sent. */
  readonly headers: Record<string, string>[] = [];
  /** People's answers to the tools' questions, in order. */
  readonly answers: unknown[] = [];
  /** Its instructions for all its tools. */
  instructions: string | undefined;
  /** Pages (MCP Apps) by their addresses; without any it declares none. */
  readonly pages = new Map<string, string>();
  /** A file to which every execution is written, and flushed, before anything is answered. */
  journal: string | undefined;
  private readonly tools = new Map<string, RecordedTool>();

  private readonly server: HttpServer;
  readonly url: string;

  private constructor(server: HttpServer, url: string) {
    this.server = server;
    this.url = url;
  }

  static async start(tools: RecordedTool[] = []): Promise<RecordingMcp> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const port = (server.address() as AddressInfo).port;
    const recording = new RecordingMcp(server, `http://127.0.0.1:${port}/mcp`);
    for (const tool of tools) recording.add(tool);
    const handler = createMcpHandler(() => recording.build());
    server.on('request', (request, response) => {
      void forward(request, response, async (asked) => {
        recording.headers.push(Object.fromEntries(asked.headers));
        const body = asked.method === 'POST' ? await asked.clone().json() : undefined;
        const answered = await handler.fetch(asked);
        if (!recording.cuts(body)) return answered;
        // Read to its end: what has been executed stays executed.
        await answered.text();
        return null;
      });
    });
    return recording;
  }

  /** Adds a tool or replaces its definition. */
  add(tool: RecordedTool): void {
    this.tools.set(tool.name, tool);
  }

  /** The tool's current definition. */
  definition(name: string): RecordedTool {
    const tool = this.tools.get(name);
    if (!tool) throw new Error(`There is no tool ${name}.`);
    return tool;
  }

  /** Whether the response to this request is to be lost. */
  private cuts(body?: { method?: string; params?: { name?: string; arguments?: Record<string, unknown> } }) {
    if (body?.method !== 'tools/call') return false;
    return this.tools.get(body.params?.name ?? '')?.isCut?.(body.params?.arguments ?? {}) ?? false;
  }

  /** The executions of one tool. */
  of(tool: string): Execution[] {
    return this.executions.filter((execution) => execution.tool === tool);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** The low-level server, which sends definitions unchanged and validates no arguments. */
  private build(): Server {
    const { instructions } = this;
    const server = new Server(
      { name: 'recording', version: '1.0.0' },
      {
        capabilities: { tools: {}, logging: {}, ...(this.pages.size > 0 && { resources: {} }) },
        ...(instructions !== undefined && { instructions }),
      },
    );
    if (this.pages.size > 0)
      server.setRequestHandler('resources/read', ({ params: { uri } }) => ({
        contents: [{ uri, mimeType: 'text/html;profile=mcp-app', text: this.pages.get(uri) ?? '' }],
      }));
    server.setRequestHandler('tools/list', () => ({
      tools: [...this.tools.values()].map((tool) => ({
        name: tool.name,
        title: tool.title,
        description: tool.description,
        annotations: tool.annotations,
        _meta: tool.meta,
        inputSchema: { ...ANYTHING, ...tool.inputSchema },
        ...(tool.outputSchema && { outputSchema: { ...ANYTHING, ...tool.outputSchema } }),
      })),
    }));
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const tool = this.definition(params.name);
      const given = context.mcpReq.inputResponses;
      if (tool.asks && !given) {
        const form = { method: 'elicitation/create', params: tool.asks };
        return inputRequired({
          inputRequests: { form } as Parameters<typeof inputRequired>[0]['inputRequests'],
        });
      }
      if (given) this.answers.push(Object(given).form);
      const { notify, signal, _meta } = context.mcpReq;
      const progressToken = _meta?.progressToken ?? 'none';
      const say: Say = {
        progress: (told) =>
          notify({ method: 'notifications/progress', params: { progressToken, ...told } }).catch(() => {}),
        log: (told) =>
          notify({ method: 'notifications/message', params: told as { level: 'info'; data: unknown } }).catch(
            () => {},
          ),
      };
      const answer = await this.execute(tool, params.arguments ?? {}, signal, say);
      if (answer.raw) return answer.raw as { content: [] };
      return {
        content: [
          { type: 'text' as const, text: answer.text ?? JSON.stringify(answer.structured ?? 'done') },
        ],
        ...(answer.structured ? { structuredContent: answer.structured } : {}),
        ...(answer.isError ? { isError: true } : {}),
      };
    });
    return server;
  }

  private async execute(
    tool: RecordedTool,
    input: Record<string, unknown>,
    signal: AbortSignal,
    say: Say,
  ): Promise<ToolAnswer> {
    const execution: Execution = {
      tool: tool.name,
      input,
      startedAt: performance.now(),
      aborted: false,
    };
    await tool.admit?.(input, signal);
    this.executions.push(execution);
    plant(input);
    if (this.journal !== undefined)
      appendFileSync(this.journal, `${JSON.stringify(execution)}\n`, { flush: true });
    signal.addEventListener('abort', () => {
      execution.aborted = execution.endedAt === undefined;
    });
    try {
      return (await tool.run?.(input, signal, say)) ?? { text: 'done' };
    } finally {
      execution.endedAt = performance.now();
    }
  }
}

/** @param answer null: the connection is cut */
async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: Request) => Promise<Response | null>,
): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const asked = new Request(`http://${request.headers.host}${request.url}`, {
    method: request.method,
    headers: request.headers as Record<string, string>,
    signal: gone.signal,
    ...(hasBody ? { body: Buffer.concat(pieces) } : {}),
  });
  const answered = await answer(asked);
  if (!answered) {
    response.destroy();
    return;
  }
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  const reader = answered.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    response.write(value);
  }
  response.end();
}
