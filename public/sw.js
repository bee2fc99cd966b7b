/**
 * Tells a person that the server cannot be reached, in place of the browser's own page. It keeps that one page and nothing
 * else: no record, no chat and no answer of the server is ever stored by it.
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
      // The page is asked for while this starts, so that it is not slower for having it in front.
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
