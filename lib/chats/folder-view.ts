// Shared with the browser: types and pure functions only.
/** Folders as the API answers them and the side bar shows them. */
import type { ChatSummary } from '@/lib/runs/chat-view';

/** The most characters of a folder's name. */
export const LONGEST_FOLDER_NAME = 80;

export interface FolderView {
  id: string;
  name: string;
  folded: boolean;
  /** Its newest chats, and the `cursor` for older ones; null if it is folded, so that they were not read. */
  page: { chats: ChatSummary[]; next: string | null } | null;
}
