'use client';
/** How many tools of other servers are off until an admin has looked; for admins, as of the last news. */
import { useEffect, useState } from 'react';
import { request } from '@/components/api/api';
import { soon } from '@/components/api/soon';
import { useWorkspace } from './workspace';

export function useToolsToLookAt(): number {
  const { viewer, onNews } = useWorkspace();
  const [count, setCount] = useState(0);
  const isAdmin = viewer.role === 'admin';
  useEffect(() => {
    if (!isAdmin) return;
    const refresh = soon(async () => {
      const { waiting } = await request<{ waiting: number }>('GET', '/api/servers?count=waiting');
      setCount(waiting);
    });
    refresh();
    return onNews((news) => {
      if (news === null || 'servers' in news) refresh();
    });
  }, [isAdmin, onNews]);
  return isAdmin ? count : 0;
}
