'use client';
/** The rules as they are now: what others change comes by itself. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { request } from '@/components/api/api';
import { soon } from '@/components/api/soon';
import { useWorkspace } from '@/components/shell/workspace';
import type { PolicyView } from '@/lib/rules/policy-rules';

export function usePolicy(initial: PolicyView) {
  const { onNews } = useWorkspace();
  const [policy, setPolicy] = useState(initial);
  // Answers may come in another order than they were asked for.
  const take = useCallback(
    (fresh: PolicyView) => setPolicy((current) => (fresh.version >= current.version ? fresh : current)),
    [],
  );
  const refresh = useMemo(
    () => soon(async () => take(await request<PolicyView>('GET', '/api/policy'))),
    [take],
  );
  useEffect(() => {
    refresh();
    return onNews((news) => {
      if (news === null || 'policy' in news) refresh();
    });
  }, [onNews, refresh]);
  return { policy, take };
}
