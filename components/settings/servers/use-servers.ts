'use client';
/** The current servers: others' changes arrive by themselves, and the person's own get an answer in words. */
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
  /** The message when it is done. */
  done: string;
  /** The server beside which it is shown; `''`: beside none. */
  server: string;
}

export type Servers = ReturnType<typeof useServers>;

/** How often a server that is being connected is polled, in milliseconds. */
const LOOK_MS = 2_000;

export function useServers(initial: ServersView) {
  const { view, take, refresh } = useResource('/api/servers', initial, 'servers');
  const { doing, outcome, act: run } = useAct();
  // There is no event for the end of connecting: a program may have ended since.
  const isConnecting = view.servers.some(({ state }) => state === 'connecting');
  useEffect(() => {
    if (!isConnecting) return;
    const timer = setInterval(refresh, LOOK_MS);
    return () => clearInterval(timer);
  }, [isConnecting, refresh]);
  /** Resolves to whether it succeeded. */
  const act = ({ method, path, body, done, server }: Act) =>
    run(server, '', async () => {
      try {
        take(await request<ServersView>(method, `/api/servers${path}`, body));
      } catch (error) {
        // The current state is shown at once.
        if (error instanceof ApiError && error.status === 409) refresh();
        throw error;
      }
      return done;
    });
  return { view, outcome, isBusy: doing !== null, act };
}
