// Shared with the browser: types and pure functions only.
/** Shared chats as the API answers them. */
import type { Snapshot } from './snapshot-view';

export interface ShareView {
  /** The link is `/share/ID`. */
  id: string;
  chatId: string;
  title: string;
  /** The person who shared it. */
  by: string;
  isMine: boolean;
  /** ISO 8601, UTC. */
  createdAt: string;
}

export interface SharedChat extends Snapshot {
  id: string;
  by: string;
  createdAt: string;
}
