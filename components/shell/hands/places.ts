/** The pages besides the chats, for the command palette and the navigation of settings. Pure. */
import { say } from '@/components/words/say';
import { works } from '@/lib/people/roles';
import type { Viewer } from '../viewer';

/** Who can find a page there: everybody who works with Amber, admins only, or auditors as well. */
export const PLACES = [
  { path: '/settings', name: 'settings', admin: false, auditor: true },
  { path: '/settings/account', name: 'account', admin: false, auditor: true },
  { path: '/settings/policy', name: 'policy', admin: false, auditor: true },
  { path: '/settings/grants', name: 'grants', admin: false, auditor: false },
  { path: '/settings/tools', name: 'tools', admin: false, auditor: false },
  { path: '/settings/memory', name: 'memory', admin: false, auditor: false },
  { path: '/settings/models', name: 'models', admin: false, auditor: false },
  { path: '/settings/sign-ins', name: 'sign-ins', admin: false, auditor: false },
  { path: '/settings/tokens', name: 'tokens', admin: false, auditor: false },
  { path: '/settings/servers', name: 'servers', admin: true, auditor: true },
  { path: '/settings/team', name: 'team', admin: true, auditor: false },
  { path: '/settings/usage', name: 'usage', admin: false, auditor: true },
  { path: '/settings/keeping', name: 'keeping', admin: true, auditor: false },
  { path: '/operation', name: 'operation', admin: true, auditor: true },
  { path: '/activity', name: 'activity', admin: true, auditor: true },
] as const;

export type PlaceName = (typeof PLACES)[number]['name'];

export function placesFor({
  role,
}: Pick<Viewer, 'role'>): { path: string; name: string; place: PlaceName }[] {
  return PLACES.filter(({ admin, auditor }) => (works(role) ? !admin || role === 'admin' : auditor)).map(
    ({ path, name }) => ({
      path,
      name: say(`place.${name}`),
      place: name,
    }),
  );
}
