'use client';
/** The servers as they are now: what others change comes by itself, what is done here is answered in words. */
import { useEffect } from 'react';
import { ApiError, request } from '@/components/api/api';
import { useAct } from '@/components/api/use-act';
import { useResource } from '@/components/shell/use-resource';
import type { ServersView } from '@/lib/servers/servers-view';

export interface Act {
  method: 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/servers`. */
  path: string;
  body?: object;
  /** What is said when it is done. */
  done: string;
  /** Where that is said; `''`: at no server that is there. */
  server: string;
}

export type Servers = ReturnType<typeof useServers>;

/** How often a server that is being connected is looked at, in milliseconds. */
const LOOK_MS = 2_000;

export function useServers(initial: ServersView) {
  const { view, take, refresh } = useResource('/api/servers', initial, 'servers');
  const { doing, outcome, act: run } = useAct();
  // It is not told whether it was connected: a program may have ended since.
  const isConnecting = view.servers.some(({ state }) => state === 'connecting');
  useEffect(() => {
    if (!isConnecting) return;
    const timer = setInterval(refresh, LOOK_MS);
    return () => clearInterval(timer);
  }, [isConnecting, refresh]);
  /** Resolves to whether it was done. */
  const act = ({ method, path, body, done, server }: Act) =>
    run(server, '', async () => {
      try {
        take(await request<ServersView>(method, `/api/servers${path}`, body));
      } catch (error) {
        // What it is now is shown at once.
        if (error instanceof ApiError && error.status === 409) refresh();
        throw error;
      }
      return done;
    });
  return { view, outcome, isBusy: doing !== null, act };
}
