/** The workspace over stdio, for a client that has this process to itself. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { BackgroundProcesses } from './background/processes';
import { recover } from './commands/apply';
import { createWorkspaceServer, sessionTodos } from './server';
import { Workspace } from './workspace';

/**
 * @param layers a folder that keeps effects of commands until they are done; absent if no commands are run
 * @throws Error if the folder cannot be a workspace
 */
export async function serveWorkspace(folder: string, layers?: string): Promise<void> {
  const workspace = new Workspace(folder, layers === undefined ? [] : [layers]);
  // Finishes what an earlier process left half done before anything reads the files.
  if (layers !== undefined) await recover(layers);
  const background = layers === undefined ? undefined : new BackgroundProcesses(layers);
  await background?.recover();
  const commands = layers !== undefined && background && { layers, background };
  const context = { workspace, todos: sessionTodos(), ...(commands && { commands }) };
  serveStdio(() => createWorkspaceServer(context, { forOthers: true }));
}
