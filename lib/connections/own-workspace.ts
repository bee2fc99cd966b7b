import 'server-only';
/** The folder that tools may work in, as one more server of this process, for one team. */
import { join } from 'node:path';
import type { Database } from '@/db/client';
import { env } from '@/lib/env';
import { EnvError } from '@/lib/env/env-error';
import { describeError, log } from '@/lib/log';
import type { Caller } from '@/lib/people/caller';
import { findShownPreview } from '@/lib/store/approvals';
import {
  findLastInput,
  findRunOfCall,
  isRunOver,
  listCallsOfSameRun,
} from '@/lib/store/conversation/workspace-calls';
import { WORKSPACE_SERVER } from '@/lib/tools/own-server-name';
import { type Answers, BackgroundProcesses } from '@/mcp/workspace/background/processes';
import { recover } from '@/mcp/workspace/commands/apply';
import type { Commands, TakingBack, Todo, Todos, WorkspaceContext } from '@/mcp/workspace/define-tool';
import { createWorkspaceHandler } from '@/mcp/workspace/server';
import { workspaceTools } from '@/mcp/workspace/tools/index';
import { tidy } from '@/mcp/workspace/undo/kept';
import type { Reach } from '@/mcp/workspace/web/fetch-page';
import { Workspace } from '@/mcp/workspace/workspace';
import type { Keeper } from './keeper';
import type { FurtherServer } from './pool';

/** No server listens at this address. */
const URL = 'http://workspace.amber.internal/mcp';

interface OpenWorkspace {
  workspace: Workspace;
  team: string;
  layers: string;
  modelNames: ReadonlyMap<string, string>;
}

/**
 * The workspace of the settings; nothing if there is none.
 * @throws EnvError if the folder cannot be used
 */
export function openWorkspace(): OpenWorkspace | undefined {
  const { workspace: set, workspaceNames, dataDir, mcpConfig } = env();
  if (!set) return undefined;
  const modelNames = otherNames(workspaceNames);
  try {
    return {
      workspace: new Workspace(set.path, [dataDir, ...(mcpConfig ? [mcpConfig] : [])]),
      team: set.team,
      layers: join(dataDir, 'commands'),
      modelNames,
    };
  } catch (error) {
    throw new EnvError([`AMBER_WORKSPACE is ${JSON.stringify(set.path)}: ${(error as Error).message}.`]);
  }
}

/** @param list such as `read_file=fileRead,grep_search=grep` */
export function otherNames(list = ''): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const pair of list.split(',').filter((one) => one.trim() !== '')) {
    const [, tool = '', other = ''] = /^\s*(\w+)=([A-Za-z_][\w-]{0,63})\s*$/.exec(pair) ?? [];
    const isTool = workspaceTools.some(({ name, companion }) => name === tool && !companion);
    if (!isTool)
      throw new EnvError([
        `AMBER_WORKSPACE_NAMES has ${JSON.stringify(pair)}: it must be a list such as read_file=fileRead.`,
      ]);
    names.set(tool, other);
  }
  return names;
}

export interface WorkspaceOptions {
  /** The folder where effects of commands wait for their cards; absent: no commands are run. */
  layers?: string;
  /** How web pages are fetched; absent: they are not. */
  web?: Reach;
  /** Other names under which the model knows its tools. */
  modelNames?: ReadonlyMap<string, string>;
  /** Tasks can be handed to sub-agents. */
  subAgents?: true;
}

/** @param team by name or id */
export function workspaceServer(
  workspace: Workspace,
  team: string,
  database: () => Promise<Database>,
  { layers, web, modelNames, subAgents }: WorkspaceOptions = {},
): FurtherServer {
  const background = layers === undefined ? undefined : new BackgroundProcesses(layers, answersOf(database));
  const commands = layers !== undefined && background && { layers, background };
  const handler = createWorkspaceHandler({
    workspace,
    todos: todosOf(database),
    ...(subAgents && { subAgents }),
    shown: shownOf(database),
    ...(commands && { commands }),
    ...(web && { web }),
    ...(layers !== undefined && { takingBack: takingBackOf(database, layers) }),
  });
  // Finishes what an earlier process left half done, before the files are used.
  const recovered = commands ? recoverCommands(commands) : Promise.resolve();
  return {
    name: WORKSPACE_SERVER,
    url: URL,
    ...(modelNames && { modelNames }),
    isFor: ({ teamId, teamName }: Caller) => team === teamId || team === teamName,
    variantOf: () => '',
    ...(background && { keeper: keeperOf(background) }),
    fetchFor: () => async (url, init) => {
      await recovered;
      return handler.handle(new Request(url, init));
    },
  };
}

/** An answer is identified by the run its call was made in. */
function answersOf(database: () => Promise<Database>): Answers {
  return {
    of: async (callId) => findRunOfCall(await database(), callId),
    isOver: async (runId) => isRunOver(await database(), runId),
  };
}

function keeperOf(background: BackgroundProcesses): Keeper {
  const end = async (runId: string, signal: AbortSignal) => {
    const ids = await background.endAll(runId, signal);
    return ids.map((id) => ({ server: WORKSPACE_SERVER, tool: 'bash_end', input: { id } }));
  };
  return {
    atWork: async (runId) =>
      (await background.isAtWork(runId)) ? { end: (signal) => end(runId, signal) } : undefined,
    forget: (runId) => background.forget(runId),
    close: () => background.close(),
  };
}

async function recoverCommands({ layers, background }: Commands): Promise<void> {
  try {
    await tidy(join(layers, 'undo'));
    for (const { id, outcome } of await recover(layers)) {
      log(outcome === 'stuck' ? 'error' : 'warn', 'workspace.command', { layer: id, outcome });
    }
    for (const { id } of await background.recover())
      log('warn', 'workspace.background', { id, outcome: 'lost' });
  } catch (error) {
    log('error', 'workspace.command', describeError(error));
  }
}

function shownOf(database: () => Promise<Database>): NonNullable<WorkspaceContext['shown']> {
  return async (callId) => (await findShownPreview(await database(), callId))?.lines;
}

function takingBackOf(database: () => Promise<Database>, layers: string): TakingBack {
  return {
    folder: join(layers, 'undo'),
    callsOfAnswer: async (callId) => listCallsOfSameRun(await database(), callId, WORKSPACE_SERVER),
  };
}

/**
 * A chat's list is whatever was last written in it. It is read from the ledger, so every process has it, also after a
 * restart.
 */
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
