/**
 * The tools we serve, as an MCP server: what a caller's scopes allow is registered, the rest does not exist for them. A
 * server is created for every request (the protocol is stateless), so everything that does not depend on the caller is
 * computed once per tool.
 */
import {
  type CallToolResult,
  createMcpHandler,
  type InputRequiredResult,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { callIdIn } from './call-id';
import { registerPrompts } from './catalogue/prompts';
import { type CallTool, registerResources } from './catalogue/resources';
import type { ToolContext } from './context';
import { COMPANION_META, LOOKUP_META, PREVIEW_META, RISK_META, type ToolDefinition } from './define-tool';
import { runTool } from './result';
import { byOwnNames } from './serving/by-own-names';
import { type FurtherTool, toldFurther } from './serving/further';
import { published, told } from './serving/publish';
import { UNDO_META, type UndoHint } from './serving/undo';
import { callLookup } from './tools/call-lookup';
import { tools } from './tools/index';
import { takeBack } from './tools/taking-back/take-back';

const SERVER_INFO = { name: 'amber', version: '1' };

/** The tools that exist for a caller, in the registry's order. */
export function toolsFor(context: ToolContext): ToolDefinition[] {
  const { scopes } = context;
  const isAllowed = ({ scope }: ToolDefinition) => (scope === 'any' ? scopes.size > 0 : scopes.has(scope));
  return tools.filter((tool) => isAllowed(tool) && (tool.available?.(context) ?? true));
}

export interface ServerOptions {
  /** Another signal that aborts running calls, besides the protocol's cancellation: that of an HTTP request. */
  closed?: AbortSignal | undefined;
  /** The one tool that will be called, if known: registering the others would cost more than the call. */
  only?: string | undefined;
  /** Whether resources and prompts may be asked for; a request that names a tool, or lists them, needs none. */
  hasCatalogue?: boolean | undefined;
}

/** What stands between another client and the tools: the gate. */
export interface Gatekeeper {
  /** Whether the tool exists for this client; tools that only the app calls never do. */
  offers(tool: ToolDefinition): boolean;
  /** Tools besides ours, in the order given. */
  further: readonly FurtherTool[];
  /** Judges the call, asks a person if necessary, and has it run. */
  call(
    tool: { name: string },
    args: unknown,
    request: ServerContext,
  ): Promise<CallToolResult | InputRequiredResult>;
  /**
   * Reads the state that we gave a client to send back.
   * @throws if it is not ours
   */
  verifyState(state: string, request: ServerContext): unknown;
}

/**
 * A server of the same tools for another client: no call runs here directly, each goes through the gate.
 * @param only as in `ServerOptions`
 */
export function createGatedServer(context: ToolContext, keeper: Gatekeeper, only?: string): McpServer {
  const made = new McpServer(SERVER_INFO, {
    capabilities: { tools: { listChanged: true } },
    instructions: 'Destructive calls wait until a person has confirmed them in Amber; they then run once.',
    requestState: { verify: (state, request) => keeper.verifyState(state, request) },
  });
  const server = byOwnNames(made);
  const isMeant = ({ name }: ToolDefinition) => only === undefined || name === only;
  const offered = toolsFor(context).filter((tool) => !tool.companion && isMeant(tool) && keeper.offers(tool));
  for (const tool of offered) {
    server.registerTool(tool.name, told(tool), (args, request) => keeper.call(tool, args, request));
  }
  for (const tool of keeper.further) {
    server.registerTool(tool.name, toldFurther(tool), (args, request) => keeper.call(tool, args, request));
  }
  if (only === undefined) {
    registerResources(server, new Set(offered), keeper.call);
    registerPrompts(server, new Set(offered));
  }
  // Without any tool the library could not even answer an empty list, or say that a tool does not exist.
  if (offered.length + keeper.further.length === 0) {
    server.registerTool('none', { description: 'No tool.' }, () => ({ content: [] })).disable();
  }
  return server;
}

/** A server with the caller's tools. */
export function createMcpServer(context: ToolContext, options: ServerOptions = {}): McpServer {
  const { closed, only, hasCatalogue = only === undefined } = options;
  const made = new McpServer(SERVER_INFO, { capabilities: { tools: { listChanged: false } } });
  const server = byOwnNames(made);
  const call: CallTool = (tool, args, { mcpReq }) => {
    const signal = closed ? AbortSignal.any([mcpReq.signal, closed]) : mcpReq.signal;
    return runTool(tool, args, { ...context, signal, callId: callIdIn(mcpReq._meta) });
  };
  const all = toolsFor(context);
  for (const tool of all) {
    if (only !== undefined && tool.name !== only) continue;
    server.registerTool(tool.name, published(tool, metaOf(tool)), (args, request) =>
      call(tool, args, request),
    );
  }
  if (hasCatalogue) {
    const offered = new Set(all.filter(({ companion }) => !companion));
    registerResources(server, offered, call);
    registerPrompts(server, offered);
  }
  return server;
}

export interface ToolsHandler {
  /**
   * Answers one MCP request (Streamable HTTP, 2026-07-28 and, statelessly, older revisions) for a caller who is already
   * authenticated: it checks neither session nor origin.
   */
  handle(request: Request, context: ToolContext): Promise<Response>;
  /** Aborts what is running. */
  close(): Promise<void>;
}

/** One handler per process; the caller comes with each request. */
export function createToolsHandler(): ToolsHandler {
  const handler = createMcpHandler(({ era, authInfo, requestInfo }) => {
    const context = authInfo?.extra?.context as ToolContext | undefined;
    if (!context) throw new Error('A request for the tools came without its caller.');
    const only = era === 'modern' ? calledTool(requestInfo) : undefined;
    const hasCatalogue = era !== 'modern' || !isAboutTools(requestInfo);
    return createMcpServer(context, { closed: requestInfo?.signal, only, hasCatalogue });
  });
  return {
    handle: (request, context) =>
      handler.fetch(request, {
        authInfo: { token: '', clientId: context.userId, scopes: [...context.scopes], extra: { context } },
      }),
    close: () => handler.close(),
  };
}

function isAboutTools(request: Request | undefined): boolean {
  return request?.headers.get('mcp-method')?.startsWith('tools/') === true;
}

/** From 2026-07-28 on the headers name the called tool; by now the library has compared them with the body. */
function calledTool(request: Request | undefined): string | undefined {
  if (request?.headers.get('mcp-method') !== 'tools/call') return undefined;
  return request.headers.get('mcp-name') ?? undefined;
}

/**
 * The result of a change can be looked up by its call's id, whichever tool made it: `changeTeamData` records it. The
 * same id undoes it.
 */
function metaOf({ preview, perCall, companion, undo, annotations }: ToolDefinition): Record<string, unknown> {
  const isHidden = companion ? { [COMPANION_META]: true } : {};
  if (annotations.readOnlyHint) return isHidden;
  const inverse: UndoHint = { tool: takeBack.name, arguments: { callId: '$call' }, ...undo };
  return {
    ...isHidden,
    ...(preview && { [PREVIEW_META]: preview }),
    ...(perCall && { [RISK_META]: perCall }),
    [LOOKUP_META]: callLookup.name,
    ...(undo && { [UNDO_META]: inverse }),
  };
}
