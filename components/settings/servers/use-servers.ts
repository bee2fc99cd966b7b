'use client';
/** The servers as they are now: what others change comes by itself, what is done here is answered in words. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { ApiError, request, wordsOf } from '@/components/api/api';
import { soon } from '@/components/api/soon';
import { useWorkspace } from '@/components/shell/workspace';
import type { ServersView } from '@/lib/servers/servers-view';

/** What became of the last thing that was done, and at which server; `''`: at none that is there. */
export interface ChangeResult {
  server: string;
  words: string;
  isRefusal: boolean;
}

export interface Act {
  method: 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/servers`. */
  path: string;
  body?: object;
  /** What is said when it is done. */
  done: string;
  /** Where that is said. */
  server: string;
}

export interface Servers {
  view: ServersView;
  said: ChangeResult | null;
  isBusy: boolean;
  /** Resolves to whether it was done. */
  act(act: Act): Promise<boolean>;
}

/** How often a server that is being connected is looked at, in milliseconds. */
const LOOK_MS = 2_000;

export function useServers(initial: ServersView): Servers {
  const { onNews } = useWorkspace();
  const [view, setView] = useState(initial);
  const [said, setSaid] = useState<ChangeResult | null>(null);
  const [isBusy, setBusy] = useState(false);
  // Answers may come in another order than they were asked for.
  const take = useCallback(
    (fresh: ServersView) => setView((current) => (fresh.version >= current.version ? fresh : current)),
    [],
  );
  const refresh = useMemo(
    () => soon(async () => take(await request<ServersView>('GET', '/api/servers'))),
    [take],
  );
  useEffect(
    () =>
      onNews((news) => {
        if (news === null || 'servers' in news) refresh();
      }),
    [onNews, refresh],
  );
  // It is not told whether it was connected: a program may have ended since.
  const isConnecting = view.servers.some(({ state }) => state === 'connecting');
  useEffect(() => {
    if (!isConnecting) return;
    const timer = setInterval(refresh, LOOK_MS);
    return () => clearInterval(timer);
  }, [isConnecting, refresh]);
  const act = async ({ method, path, body, done, server }: Act) => {
    setBusy(true);
    setSaid(null);
    try {
      take(await request<ServersView>(method, `/api/servers${path}`, body));
      setSaid({ server, words: done, isRefusal: false });
      return true;
    } catch (error) {
      setSaid({ server, words: wordsOf(error), isRefusal: true });
      // What it is now is shown at once.
      if (error instanceof ApiError && error.status === 409) refresh();
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { view, said, isBusy, act };
}
