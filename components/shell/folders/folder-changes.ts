/** Changes to a person's folders; the side bar shows them once the server has made them. All throw `ApiError`. */
import { type ChatList, changeChat } from '@/components/api/chat-api';
import { changeFolder, deleteFolder, listFolder, makeFolder } from '@/components/api/folders-api';
import type { FolderView } from '@/lib/chats/folder-view';
import { LISTED_IN_FOLDER } from '@/lib/runs/chat-view';
import { knownChats, moved, withOlder } from '../join-chats';

export interface FolderChanges {
  /** Resolves to its id. */
  makeFolder: (name: string) => Promise<string>;
  renameFolder: (id: string, name: string) => Promise<void>;
  /** Shows or hides its chats. */
  foldFolder: (id: string, folded: boolean) => Promise<void>;
  /** Its chats stay. */
  deleteFolder: (id: string) => Promise<void>;
  /** @param folder null: out of any */
  move: (chatId: string, folder: string | null) => Promise<void>;
  /** Loads chats of the folder that are older than the listed ones. */
  showOlderOf: (folder: FolderView) => Promise<void>;
}

type Change = (edit: (list: ChatList) => ChatList) => void;

export function folderChanges(change: Change, refresh: () => void): FolderChanges {
  const set = (id: string, of: Partial<FolderView>) =>
    change((list) => ({
      ...list,
      folders: list.folders.map((folder) => (folder.id === id ? { ...folder, ...of } : folder)),
    }));
  const put = (folder: FolderView) =>
    change((list) => ({
      ...list,
      folders: [...list.folders.filter(({ id }) => id !== folder.id), folder],
    }));
  return {
    async makeFolder(name) {
      const folder = await makeFolder(name);
      put(folder);
      return folder.id;
    },
    async renameFolder(id, name) {
      set(id, { name: (await changeFolder(id, { name })).name });
    },
    async foldFolder(id, folded) {
      set(id, { folded });
      try {
        set(id, await changeFolder(id, { folded }));
      } catch (error) {
        set(id, { folded: !folded });
        throw error;
      }
    },
    async deleteFolder(id) {
      await deleteFolder(id);
      change((list) => without(list, id));
      refresh();
    },
    async move(chatId, folder) {
      await changeChat(chatId, { folder });
      change((list) => moved(list, chatId, folder));
      refresh();
    },
    async showOlderOf({ id, page }) {
      if (!page?.next) return;
      const older = await listFolder(id, LISTED_IN_FOLDER, page.next);
      change((list) => ({
        ...list,
        folders: list.folders.map((folder) =>
          folder.id === id && folder.page ? { ...folder, page: withOlder(folder.page, older) } : folder,
        ),
      }));
    },
  };
}

/** The folder's chats move to those outside any folder. */
function without(list: ChatList, id: string): ChatList {
  const freed = knownChats(list).filter(({ folder }) => folder === id);
  const all = freed.reduce((rest, chat) => moved(rest, chat.id, null), list);
  return { ...all, folders: all.folders.filter((folder) => folder.id !== id) };
}
