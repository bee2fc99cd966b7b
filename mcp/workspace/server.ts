/**
 * The workspace's tools as an MCP server: in process behind a handler, and for other clients over stdio. It knows
 * nothing of teams or roles: whoever lets clients in decides who may use it.
 */
import { type CallToolResult, createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { callIdIn } from '../call-id';
import {
  COMPANION_META,
  PREVIEW_META,
  REPEATABLE_META,
  RISK_META,
  SILENT_META,
  SUB_AGENT_META,
} from '../define-tool';
import { answer, ToolError } from '../serving/answer';
import { published, told } from '../serving/publish';
import { UNDO_META, type UndoHint } from '../serving/undo';
import type { Todo, Todos, WorkspaceCall, WorkspaceContext, WorkspaceTool } from './define-tool';
import { workspaceTools } from './tools/index';
import { workspaceUndo } from './tools/workspace-undo';

const INFO = { name: 'amber-workspace', version: '1' };

interface Options {
  /** Also aborts running calls, such as an HTTP request's signal. */
  closed?: AbortSignal | undefined;
  /** For other clients: leaves out companions and what only our own client uses. */
  forOthers?: boolean;
}

export function createWorkspaceServer(
  context: WorkspaceContext,
  { closed, forOthers }: Options = {},
): McpServer {
  const server = new McpServer(INFO, { capabilities: { tools: { listChanged: false } } });
  for (const tool of workspaceTools) {
    if (forOthers && tool.companion) continue;
    if (tool.runsCommands && context.commands === undefined) continue;
    if (tool.takesBack && !(context.takingBack && context.commands)) continue;
    if (tool.subAgent && !(context.subAgents && !forOthers)) continue;
    if (tool.goesOut && context.web === undefined) continue;
    const takesBack = context.takingBack !== undefined && context.commands !== undefined;
    const declared = forOthers ? told(tool) : published(tool, metaOf(tool, takesBack));
    server.registerTool(tool.name, declared, (args, { mcpReq }) => {
      const signal = closed ? AbortSignal.any([mcpReq.signal, closed]) : mcpReq.signal;
      const isForCard = tool.companion === true;
      return callTool(tool, args, { ...context, signal, callId: callIdIn(mcpReq._meta), isForCard });
    });
  }
  return server;
}

export interface WorkspaceHandler {
  /** Answers one MCP request of a caller who is already authenticated and may use the workspace. */
  handle(request: Request): Promise<Response>;
}

export function createWorkspaceHandler(context: WorkspaceContext): WorkspaceHandler {
  const handler = createMcpHandler(({ requestInfo }) =>
    createWorkspaceServer(context, { closed: requestInfo?.signal }),
  );
  return { handle: (request) => handler.fetch(request) };
}

/** A list that lives as long as the process, for a client that has the process to itself. */
export function sessionTodos(): Todos {
  let kept: Todo[] = [];
  return {
    read: async () => kept,
    write: async (todos) => {
      kept = todos;
    },
  };
}

/** Runs one call. Never throws. */
export function callTool(tool: WorkspaceTool, args: unknown, call: WorkspaceCall): Promise<CallToolResult> {
  const { signal } = call;
  return answer(tool, args, {
    signal,
    run: async (input) => {
      try {
        const output = await tool.run(input, call);
        // A tool that has changed something reports it even if the caller has gone.
        if (tool.annotations.readOnlyHint) signal.throwIfAborted();
        return output;
      } catch (error) {
        throw inWords(error);
      }
    },
  });
}

const INVERSE: UndoHint = { tool: workspaceUndo.name, arguments: { callId: '$result.undo' } };

const WORDS: Record<string, string> = {
  ENOENT: 'It is not there any more. Nothing was changed.',
  EACCES: 'The system does not allow that to Amber. Nothing was changed.',
  EPERM: 'The system does not allow that to Amber. Nothing was changed.',
  EROFS: 'The workspace can only be read. Nothing was changed.',
  ENOSPC: 'The disk is full. Nothing was changed.',
  EDQUOT: 'The disk is full. Nothing was changed.',
  ENAMETOOLONG: 'The path is too long.',
  ENOTDIR: 'A part of the path is no folder.',
  EISDIR: 'It is a folder.',
  ELOOP: 'A part of the path was replaced by a link meanwhile. It is not followed.',
  EINVAL: 'That cannot be done there. Nothing was changed.',
  EXDEV: 'It lies on another file system. Nothing was moved.',
  EEXIST: 'Something is there already.',
  ENOTEMPTY: 'The folder is not empty.',
  EMFILE: 'Too many files are open just now. Try again.',
};

function inWords(error: unknown): unknown {
  const words = WORDS[String((error as NodeJS.ErrnoException | undefined)?.code)];
  return words === undefined ? error : new ToolError(words);
}

/** @param takesBack whether previous contents are kept; such tools then answer with the id for undoing the call */
function metaOf(tool: WorkspaceTool, takesBack: boolean): Record<string, unknown> {
  const { preview, perCall, companion, silent, subAgent, repeatable } = tool;
  return {
    ...(companion && { [COMPANION_META]: true }),
    ...(preview && { [PREVIEW_META]: preview }),
    ...(perCall && { [RISK_META]: perCall }),
    ...(repeatable && { [REPEATABLE_META]: true }),
    ...(silent && { [SILENT_META]: true }),
    ...(subAgent && { [SUB_AGENT_META]: true }),
    ...(takesBack && 'undo' in tool.output.shape && { [UNDO_META]: INVERSE }),
  };
}
