'use client';
/** What a page shows of the server, as it is now: each piece of news of its kind asks again. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { request } from '@/components/api/api';
import { soon } from '@/components/api/soon';
import { useWorkspace } from './workspace';

/** @param path nothing is asked where it is null */
export function useResource<View extends object>(
  path: string | null,
  initial: View,
  news: 'policy' | 'servers',
) {
  const { onNews } = useWorkspace();
  const [view, setView] = useState(initial);
  // Answers may come in another order than they were asked for.
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
