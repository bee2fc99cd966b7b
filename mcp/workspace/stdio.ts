/** The workspace over standard streams, for a client that has this process to itself. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createWorkspaceServer, sessionTodos } from './server';
import { Workspace } from './workspace';

/** @throws Error when the folder can be no workspace */
export function serveWorkspace(folder: string): void {
  const context = { workspace: new Workspace(folder), todos: sessionTodos() };
  serveStdio(() => createWorkspaceServer(context, { forOthers: true }));
}
