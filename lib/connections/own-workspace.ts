import 'server-only';
/** The folder that tools may work in, as one more server of this process, for one team. */
import type { Database } from '@/db/client';
import { EnvError, env } from '@/lib/env';
import type { Caller } from '@/lib/people/caller';
import { findLastInput } from '@/lib/store/calls';
import type { Todo, Todos } from '@/mcp/workspace/define-tool';
import { createWorkspaceHandler } from '@/mcp/workspace/server';
import { Workspace } from '@/mcp/workspace/workspace';
import type { FurtherServer } from './pool';

export const WORKSPACE_SERVER = 'workspace';
/** Nobody listens there. */
const URL = 'http://workspace.amber.internal/mcp';

/**
 * The workspace of the settings; nothing where there is none.
 * @throws EnvError when the folder can be none
 */
export function openWorkspace(): { workspace: Workspace; team: string } | undefined {
  const { workspace: set, dataDir, mcpConfig } = env();
  if (!set) return undefined;
  try {
    return {
      workspace: new Workspace(set.path, [dataDir, ...(mcpConfig ? [mcpConfig] : [])]),
      team: set.team,
    };
  } catch (error) {
    throw new EnvError([`AMBER_WORKSPACE is ${JSON.stringify(set.path)}: ${(error as Error).message}.`]);
  }
}

/** @param team by name or id */
export function workspaceServer(
  workspace: Workspace,
  team: string,
  database: () => Promise<Database>,
): FurtherServer {
  const handler = createWorkspaceHandler({ workspace, todos: todosOf(database) });
  return {
    name: WORKSPACE_SERVER,
    url: URL,
    isFor: ({ teamId, teamName }: Caller) => team === teamId || team === teamName,
    variantOf: () => '',
    fetchFor: () => (url, init) => handler.handle(new Request(url, init)),
  };
}

/** A chat's list is what was last written in it: the ledger has that, in every process and after every restart. */
function todosOf(database: () => Promise<Database>): Todos {
  return {
    write: async () => {},
    read: async (callId) => {
      const last = callId && (await findLastInput(await database(), callId, WORKSPACE_SERVER, 'todo_write'));
      if (!last) return [];
      const { todos } = JSON.parse(last) as { todos: (Pick<Todo, 'text'> & Partial<Todo>)[] };
      return todos.map(({ text, status = 'pending' }) => ({ text, status }));
    },
  };
}
