import 'server-only';
/** A person's own folders of chats. A chat is in at most one, and is found, archived and deleted like any other. */
import type { Database, Queryable } from '@/db/client';
import { randomToken } from '@/db/ids';
import { AppError } from '@/lib/errors';
import type { Caller } from '@/lib/people/caller';
import { LISTED_IN_FOLDER } from '@/lib/runs/chat-view';
import { pageOf, summaryOf } from '@/lib/runs/read-chats';
import { listChatsOfFolders } from '@/lib/store/chat-list';
import {
  countFolders,
  deleteFolder,
  type Folder,
  insertFolder,
  listFolders,
  updateFolder,
} from '@/lib/store/chats/folders';
import { storable } from '@/lib/values/text';
import type { FolderView } from './folder-view';

/** Per person. */
const MOST_FOLDERS = 200;

/** By name; unfolded ones with their newest chats. */
export async function readFolders(db: Queryable, caller: Caller): Promise<FolderView[]> {
  return withChats(db, caller, await listFolders(db, caller));
}

/** @throws AppError conflict: the name is taken; too_many_requests */
export async function makeFolder(db: Database, caller: Caller, name: string): Promise<FolderView> {
  if ((await countFolders(db, caller)) >= MOST_FOLDERS) {
    throw new AppError('too_many_requests', `You have ${MOST_FOLDERS} folders already. Delete one first.`);
  }
  const folder = { id: randomToken(), name: storable(name) };
  if (!(await insertFolder(db, caller, folder))) throw sameName();
  return { ...folder, folded: false, page: { chats: [], next: null } };
}

/** @throws AppError not_found; conflict: the name is taken */
export async function changeFolder(
  db: Database,
  caller: Caller,
  id: string,
  { name, folded }: { name?: string | undefined; folded?: boolean | undefined },
): Promise<FolderView> {
  const folder = await updateFolder(db, caller, id, {
    ...(name !== undefined && { name: storable(name) }),
    ...(folded !== undefined && { folded }),
  });
  if (folder === 'same') throw sameName();
  if (!folder) throw none();
  const [view] = await withChats(db, caller, [folder]);
  return view as FolderView;
}

/**
 * Its chats stay.
 * @throws AppError not_found
 */
export async function removeFolder(db: Database, caller: Caller, id: string): Promise<void> {
  if (!(await deleteFolder(db, caller, id))) throw none();
}

async function withChats(db: Queryable, caller: Caller, folders: Folder[]): Promise<FolderView[]> {
  const open = folders.filter(({ folded }) => !folded).map(({ id }) => id);
  const rows = open.length > 0 ? await listChatsOfFolders(db, caller, open, LISTED_IN_FOLDER + 1) : [];
  const of = Map.groupBy(rows, ({ folder }) => folder);
  return folders.map((folder) => {
    if (folder.folded) return { ...folder, page: null };
    const { page, next } = pageOf(of.get(folder.id) ?? [], LISTED_IN_FOLDER);
    return { ...folder, page: { chats: page.map(summaryOf), next } };
  });
}

const none = () => new AppError('not_found', 'There is no such folder. It may have been deleted.');
const sameName = () => new AppError('conflict', 'You have a folder of that name. Choose another name.');
