/** The workspace over standard streams, for a client that has this process to itself. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { BackgroundProcesses } from './background/processes';
import { recover } from './commands/apply';
import { createWorkspaceServer, sessionTodos } from './server';
import { Workspace } from './workspace';

/**
 * @param layers a folder where effects of commands are kept until they are done; absent: no commands are run
 * @throws Error when the folder can be no workspace
 */
export async function serveWorkspace(folder: string, layers?: string): Promise<void> {
  const workspace = new Workspace(folder, layers === undefined ? [] : [layers]);
  // What a process before this one left in the middle is finished before anything is asked of the files.
  if (layers !== undefined) await recover(layers);
  const background = layers === undefined ? undefined : new BackgroundProcesses(layers);
  await background?.recover();
  const commands = layers !== undefined && background && { layers, background };
  const context = { workspace, todos: sessionTodos(), ...(commands && { commands }) };
  serveStdio(() => createWorkspaceServer(context, { forOthers: true }));
}
