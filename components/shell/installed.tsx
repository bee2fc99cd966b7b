'use client';
/** Registers the service worker that says when the server cannot be reached, once the page is idle. */
import { useEffect } from 'react';

export function Installed() {
  useEffect(() => {
    if (process.env.NODE_ENV !== 'production' || !('serviceWorker' in navigator)) return;
    // Without it everything works as before.
    const begin = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
    if (document.readyState === 'complete') begin();
    else window.addEventListener('load', begin, { once: true });
    return () => window.removeEventListener('load', begin);
  }, []);
  return null;
}
