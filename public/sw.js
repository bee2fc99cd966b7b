/**
 * Shows a page of ours instead of the browser's own when the server cannot be reached, and push notifications while no
 * page is open. It stores that one page and nothing else: no record, no chat and no response of the server.
 */
const KEPT = 'amber-offline-1';
const PAGE = '/offline.html';
const FILES = [PAGE, '/offline.css', '/icon-192.png'];

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(KEPT).then(async (cache) => {
      await cache.addAll(FILES);
      await self.skipWaiting();
    }),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
      // The page is requested while the worker starts, so that the worker does not delay it.
      await self.registration.navigationPreload?.enable();
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    event.respondWith(
      (async () => {
        try {
          return (await event.preloadResponse) ?? (await fetch(request));
        } catch {
          return (await caches.match(PAGE)) ?? Response.error();
        }
      })(),
    );
    return;
  }
  const { origin, pathname } = new URL(request.url);
  if (origin === self.location.origin && FILES.includes(pathname)) {
    event.respondWith(fetch(request).catch(async () => (await caches.match(pathname)) ?? Response.error()));
  }
});

/** What happened, but never with whom or about what: a locked screen shows it to everybody. */
const NEWS = {
  en: {
    ended: 'An answer is ready.',
    waits: 'A chat is waiting for you.',
    asked: 'An approval is waiting for an admin.',
  },
  de: {
    ended: 'Eine Antwort ist fertig.',
    waits: 'Ein Chat wartet auf Sie.',
    asked: 'Eine Freigabe wartet auf die Administration.',
  },
};

self.addEventListener('push', (event) => {
  event.waitUntil(
    (async () => {
      const { kind, path, locale } = event.data.json();
      // Includes pages that were opened before this worker, or loaded without it.
      const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
      // A person who is looking at Amber sees it there.
      if (open.some((client) => client.visibilityState === 'visible')) return;
      const language = locale ?? navigator.language.slice(0, 2);
      const body = (NEWS[language] ?? NEWS.en)[kind];
      if (!body) return;
      await self.registration.showNotification('Amber', {
        body,
        icon: '/icon-192.png',
        tag: path,
        data: path,
      });
    })(),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(
    (async () => {
      const { href, origin } = new URL(event.notification.data, self.location.origin);
      if (origin !== self.location.origin) return;
      const [page] = await self.clients.matchAll({ type: 'window' });
      if (!page) return self.clients.openWindow(href);
      await page.focus();
      return page.navigate(href);
    })(),
  );
});
