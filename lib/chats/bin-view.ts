// Shared with the browser: types and pure functions only.
/** Deleted chats as the API answers them. */

/** For how many days a deleted chat can be restored. */
export const KEPT_DAYS = 30;

export interface DeletedChat {
  id: string;
  title: string;
  /** ISO 8601, UTC. */
  deletedAt: string;
}
