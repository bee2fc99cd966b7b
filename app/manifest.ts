import type { MetadataRoute } from 'next';
import { sayOnServer } from './language';

/** What a browser needs to install the page as an app of its own. */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  return {
    id: '/',
    name: 'Amber',
    short_name: 'Amber',
    description: await sayOnServer('app.description'),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#fafaf9',
    theme_color: '#fafaf9',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: await sayOnServer('place.new-chat'), url: '/' },
      { name: await sayOnServer('place.approvals'), url: '/approvals' },
    ],
  };
}
