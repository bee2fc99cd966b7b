/** The folders' routes as functions. Each throws `ApiError`. */
import type { ChatList } from '@/components/api/chat-api';
import type { FolderView } from '@/lib/chats/folder-view';
import { request } from './api';

const pathOf = (id: string) => `/api/folders/${encodeURIComponent(id)}`;

export function makeFolder(name: string): Promise<FolderView> {
  return request('POST', '/api/folders', { name });
}

/** Returns the folder after the change, with its newest chats if it is open. */
export function changeFolder(id: string, change: { name?: string; folded?: boolean }): Promise<FolderView> {
  return request('PATCH', pathOf(id), change);
}

export async function deleteFolder(id: string): Promise<void> {
  await request('DELETE', pathOf(id));
}

/** The folder's chats after `cursor`, which are older. */
export function listFolder(id: string, limit: number, cursor: string): Promise<Omit<ChatList, 'folders'>> {
  const query = new URLSearchParams({ folder: id, limit: String(limit), cursor });
  return request('GET', `/api/chats?${query}`);
}
