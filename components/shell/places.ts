/** The pages there are beside the chats, for the account's menu and the command palette. Pure. */
import type { Viewer } from './viewer';

export interface Place {
  path: string;
  name: string;
  /** Whom it is for; absent: everybody. */
  role?: 'admin';
}

/** In the order in which menus list them. */
export const PLACES = [
  { path: '/settings/policy', name: 'Policy: what asks whom' },
  { path: '/settings/grants', name: 'Allowed ahead' },
  { path: '/settings/tools', name: 'Tools: what a message gets' },
  { path: '/settings/tokens', name: 'Other clients' },
  { path: '/settings/servers', name: 'Servers', role: 'admin' },
  { path: '/activity', name: 'Activity', role: 'admin' },
] as const satisfies Place[];

export type PlacePath = (typeof PLACES)[number]['path'];

export function placesFor({ role }: Pick<Viewer, 'role'>): (Place & { path: PlacePath })[] {
  return PLACES.filter((place: Place) => place.role === undefined || place.role === role);
}
