import 'server-only';
/**
 * The workspace's files as a person of its team browses them on the page: one folder or file at a time, and the changes
 * of a chat.
 */
import { join } from 'node:path';
import type { Queryable } from '@/db/client';
import { hasWorkspace } from '@/lib/connections/files/has-workspace';
import { openWorkspace } from '@/lib/connections/own-workspace';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { findOwner } from '@/lib/store/chats';
import { listDeedsOfChat } from '@/lib/store/conversation/workspace-calls';
import { WORKSPACE_SERVER } from '@/lib/tools/own-server-name';
import { Turns } from '@/lib/values/turns';
import type { WorkspaceTool } from '@/mcp/workspace/define-tool';
import { callTool, sessionTodos } from '@/mcp/workspace/server';
import { listDirectory } from '@/mcp/workspace/tools/list-directory';
import { readFile } from '@/mcp/workspace/tools/read-file';
import { type ChangedFile, changedFiles } from '@/mcp/workspace/undo/changed-files';
import { Kept } from '@/mcp/workspace/undo/kept';
import { denied, readTakes } from './own-rules';

/**
 * A whole file is read for a page of it, and every changed one for the changes of a chat: a few at once, and the others
 * wait or are told to try again.
 */
const reading = new Turns({ atOnce: 2, waiting: 12, each: 4 });

/** @throws AppError not_found: there is none for this team */
function workspaceOf(caller: Caller) {
  const opened = hasWorkspace(caller) ? openWorkspace() : undefined;
  if (!opened) throw new AppError('not_found', 'Your team has no workspace.');
  return opened;
}

/**
 * What a folder holds, as the tool lists it.
 * @throws AppError not_found (no workspace), forbidden (by a rule, or stopped), bad_request in the tool's words
 */
export async function listFolder(
  db: Queryable,
  caller: Caller,
  place: { path: string; cursor?: string | undefined },
  signal: AbortSignal,
): Promise<unknown> {
  const { path, cursor } = place;
  await assertTakes(db, caller, listDirectory);
  return look(listDirectory, { path, ...(cursor && { cursor }) }, caller, signal);
}

/**
 * A text file from a line on, as the tool reads it: what may hold credentials it does not read, since here is no card.
 * Where a rule has reading asked of others than the reader, or of nobody, it is not read here either.
 * @throws AppError not_found (no workspace), forbidden (by a rule, or stopped), too_many_requests, bad_request in the
 * tool's words
 */
export async function readWorkspaceFile(
  db: Queryable,
  caller: Caller,
  { path, offset }: { path: string; offset: number },
  signal: AbortSignal,
): Promise<unknown> {
  await assertTakes(db, caller, readFile);
  return inTurn(caller, async () => {
    signal.throwIfAborted();
    return look(readFile, { path, offset }, caller, signal);
  });
}

async function inTurn<Result>({ userId }: Caller, read: () => Promise<Result>): Promise<Result> {
  const leave = await reading.enter(userId);
  try {
    return await read();
  } finally {
    leave();
  }
}

/** @throws AppError not_found (no workspace), forbidden */
async function assertTakes(db: Queryable, caller: Caller, { name }: Pick<WorkspaceTool, 'name'>) {
  workspaceOf(caller);
  const takes = await readTakes(db, caller);
  if (!takes(WORKSPACE_SERVER, name)) throw denied(WORKSPACE_SERVER);
}

async function look(
  tool: WorkspaceTool,
  input: object,
  caller: Caller,
  signal: AbortSignal,
): Promise<unknown> {
  const { workspace } = workspaceOf(caller);
  const call = { workspace, todos: sessionTodos(), signal, callId: undefined };
  const answer = await callTool(tool, input, call);
  const [said] = answer.content;
  if (answer.isError)
    throw new AppError('bad_request', said?.type === 'text' ? said.text : 'It is not there.');
  return answer.structuredContent;
}

/**
 * The files that calls in the caller's own chat changed and that still differ.
 * @throws AppError not_found (no workspace, or no such chat of theirs), forbidden (by a rule, or stopped),
 * too_many_requests
 */
export async function changedInChat(
  db: Queryable,
  caller: Caller,
  chatId: string,
): Promise<{ files: ChangedFile[]; isCut: boolean }> {
  const { workspace, layers } = workspaceOf(caller);
  return inTurn(caller, async () => {
    if ((await findOwner(db, chatId)) !== caller.userId) {
      throw new AppError('not_found', 'There is no such chat.');
    }
    // It shows what files hold.
    await assertTakes(db, caller, readFile);
    const ids = await listDeedsOfChat(db, chatId, WORKSPACE_SERVER);
    return changedFiles(new Kept(join(layers, 'undo'), workspace.root), workspace, ids);
  });
}
