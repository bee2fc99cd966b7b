'use client';
/**
 * The number of other servers' tools that are off until an admin has reviewed them; for admins, as of the last news.
 */
import { useResource } from './use-resource';
import { useWorkspace } from './workspace';

const NONE = { waiting: 0 };

export function useToolsToLookAt(): number {
  const isAdmin = useWorkspace().viewer.role === 'admin';
  const { view } = useResource(isAdmin ? '/api/servers?count=waiting' : null, NONE, 'servers');
  return isAdmin ? view.waiting : 0;
}
