/** The pages there are beside the chats, for the command palette. Pure. */
import { say } from '@/components/words/say';
import type { Viewer } from '../viewer';

/** `admin`: for admins only. */
const PLACES = [
  { path: '/settings/policy', name: 'policy', admin: false },
  { path: '/settings/grants', name: 'grants', admin: false },
  { path: '/settings/tools', name: 'tools', admin: false },
  { path: '/settings/tokens', name: 'tokens', admin: false },
  { path: '/settings/servers', name: 'servers', admin: true },
  { path: '/activity', name: 'activity', admin: true },
] as const;

export function placesFor({ role }: Pick<Viewer, 'role'>): { path: string; name: string }[] {
  return PLACES.filter(({ admin }) => !admin || role === 'admin').map(({ path, name }) => ({
    path,
    name: say(`place.${name}`),
  }));
}
