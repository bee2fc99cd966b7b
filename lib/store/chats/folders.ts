import 'server-only';
/** Folders of people's chats. */
import { and, eq, sql } from 'drizzle-orm';
import { type Database, isUniqueViolation, type Queryable, type Transaction } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { Caller } from '@/lib/people/caller';

const { chats, folders } = schema;

export interface Folder {
  id: string;
  name: string;
  folded: boolean;
}

const { id, name, folded } = folders;
const columns = { id, name, folded };
const isOwn = ({ userId, teamId }: Caller) => and(eq(folders.userId, userId), eq(folders.teamId, teamId));
const isIt = (caller: Caller, folderId: string) => and(isOwn(caller), eq(folders.id, folderId));

/** This person's, by name. */
export function listFolders(db: Queryable, caller: Caller): Promise<Folder[]> {
  return db.select(columns).from(folders).where(isOwn(caller)).orderBy(sql`lower(${name})`, name);
}

export function countFolders(db: Queryable, caller: Caller): Promise<number> {
  return db.$count(folders, isOwn(caller));
}

/** @returns whether the name was free */
export async function insertFolder(db: Database, caller: Caller, folder: Omit<Folder, 'folded'>) {
  const { userId, teamId } = caller;
  const made = await db
    .insert(folders)
    .values({ ...folder, userId, teamId })
    .onConflictDoNothing()
    .returning({ id });
  return made.length > 0;
}

/** @returns the folder as stored; nothing if they have no such folder; `same` if another one has that name */
export async function updateFolder(
  db: Database,
  caller: Caller,
  folderId: string,
  change: Partial<Omit<Folder, 'id'>>,
): Promise<Folder | 'same' | undefined> {
  try {
    const [folder] = await db.update(folders).set(change).where(isIt(caller, folderId)).returning(columns);
    return folder;
  } catch (error) {
    if (isUniqueViolation(error)) return 'same';
    throw error;
  }
}

/**
 * Its chats stay, in no folder.
 * @returns whether they had such a folder
 */
export function deleteFolder(db: Database, caller: Caller, folderId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Locks the chats first, as everything else does: deleting through the foreign key alone would do it the other way
    // round.
    const { userId, teamId } = caller;
    const own = and(eq(chats.userId, userId), eq(chats.teamId, teamId), eq(chats.folderId, folderId));
    await tx.update(chats).set({ folderId: null }).where(own);
    const gone = await tx.delete(folders).where(isIt(caller, folderId)).returning({ id });
    return gone.length > 0;
  });
}

/** Whether it is theirs; if so, it cannot be deleted during the transaction. */
export async function keepFolder(tx: Transaction, caller: Caller, folderId: string): Promise<boolean> {
  const [folder] = await tx.select({ id }).from(folders).where(isIt(caller, folderId)).for('key share');
  return folder !== undefined;
}
