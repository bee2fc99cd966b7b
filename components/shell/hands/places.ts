/** The pages there are beside the chats, for the command palette and the navigation of settings. Pure. */
import { say } from '@/components/words/say';
import type { Viewer } from '../viewer';

/** `admin`: for admins only. */
export const PLACES = [
  { path: '/settings', name: 'settings', admin: false },
  { path: '/settings/account', name: 'account', admin: false },
  { path: '/settings/policy', name: 'policy', admin: false },
  { path: '/settings/grants', name: 'grants', admin: false },
  { path: '/settings/tools', name: 'tools', admin: false },
  { path: '/settings/memory', name: 'memory', admin: false },
  { path: '/settings/models', name: 'models', admin: false },
  { path: '/settings/sign-ins', name: 'sign-ins', admin: false },
  { path: '/settings/tokens', name: 'tokens', admin: false },
  { path: '/settings/servers', name: 'servers', admin: true },
  { path: '/settings/team', name: 'team', admin: true },
  { path: '/operation', name: 'operation', admin: true },
  { path: '/activity', name: 'activity', admin: true },
] as const;

export type PlaceName = (typeof PLACES)[number]['name'];

export function placesFor({
  role,
}: Pick<Viewer, 'role'>): { path: string; name: string; place: PlaceName }[] {
  return PLACES.filter(({ admin }) => !admin || role === 'admin').map(({ path, name }) => ({
    path,
    name: say(`place.${name}`),
    place: name,
  }));
}
