'use client';
/** Results of a registry search, and the entry being viewed. The registry is asked only when somebody searches. */
import { useState } from 'react';
import { request } from '@/components/api/api';
import { useAct } from '@/components/api/use-act';
import type { RegistryPage, RegistryServer } from '@/lib/registry/registry-view';

export interface Looked {
  server: RegistryServer;
  versions: RegistryPage;
}

export type Registry = ReturnType<typeof useRegistry>;

export function useRegistry() {
  const { doing, outcome, act } = useAct();
  const [search, setSearch] = useState('');
  const [found, setFound] = useState<RegistryPage | null>(null);
  const [looked, setLooked] = useState<Looked | null>(null);
  const find = (text: string) =>
    act('find', '', async () => {
      setLooked(null);
      setSearch(text);
      setFound(await ask<RegistryPage>('servers', { search: text }));
      return undefined;
    });
  const more = () =>
    act('more', '', async () => {
      if (!found?.next) return undefined;
      const page = await ask<RegistryPage>('servers', { search, cursor: found.next });
      const leftOut = found.leftOut + page.leftOut;
      setFound({ ...page, entries: [...found.entries, ...page.entries], leftOut });
      return undefined;
    });
  const look = (name: string, version: string) =>
    act('look', '', async () => {
      const isKnown = looked?.server.name === name;
      const [server, versions] = await Promise.all([
        ask<RegistryServer>('version', { name, version }),
        isKnown ? looked.versions : ask<RegistryPage>('versions', { name }),
      ]);
      setLooked({ server, versions });
      return undefined;
    });
  const leave = () => setLooked(null);
  return { found, looked, outcome, isBusy: doing !== null, find, more, look, leave };
}

function ask<Answer>(path: string, query: Record<string, string>): Promise<Answer> {
  return request<Answer>('GET', `/api/registry/${path}?${new URLSearchParams(query)}`);
}
