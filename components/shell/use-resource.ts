'use client';
/** A view of the server's state, kept up to date: each piece of news of its kind reloads it. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { request } from '@/components/api/api';
import { soon } from '@/components/api/soon';
import { useWorkspace } from './workspace';

/** @param path null: nothing is requested */
export function useResource<View extends object>(
  path: string | null,
  initial: View,
  news: 'policy' | 'servers',
) {
  const { onNews } = useWorkspace();
  const [view, setView] = useState(initial);
  // Answers may arrive in a different order from the requests.
  const take = useCallback((fresh: View) => {
    setView((current) => (versionOf(fresh) >= versionOf(current) ? fresh : current));
  }, []);
  const isShown = useRef(false);
  const refresh = useMemo(
    () =>
      soon(async () => {
        if (path !== null && isShown.current) take(await request<View>('GET', path));
      }),
    [path, take],
  );
  useEffect(() => {
    isShown.current = true;
    refresh();
    const forget = onNews((told) => {
      if (told === null || news in told) refresh();
    });
    return () => {
      isShown.current = false;
      forget();
    };
  }, [news, onNews, refresh]);
  return { view, take, refresh };
}

function versionOf(view: object): number {
  return 'version' in view && typeof view.version === 'number' ? view.version : 0;
}
